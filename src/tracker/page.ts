import { rememberPage } from './alerts';

/** The owner's page: one HTML file that asks for everything else through google.script.run. */
export function doGet(): GoogleAppsScript.HTML.HtmlOutput {
  rememberPage(ScriptApp.getService().getUrl());
  return HtmlService.createHtmlOutputFromFile('index')
    .setTitle('Case desk')
    .addMetaTag('viewport', 'width=device-width, initial-scale=1');
}
