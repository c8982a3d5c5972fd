import { ACCESS, recordAccess } from '../platform/spreadsheet';
import { storePageUrl } from './page-url';

/** The owner's page: one HTML file that asks for everything else through google.script.run. */
export function doGet(): GoogleAppsScript.HTML.HtmlOutput {
  const stored = PropertiesService.getScriptProperties().getProperties();
  recordAccess('web', stored[ACCESS.web]);
  storePageUrl(stored);
  return HtmlService.createHtmlOutputFromFile('index')
    .setTitle('Case desk')
    .addMetaTag('viewport', 'width=device-width, initial-scale=1');
}
