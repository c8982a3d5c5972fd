import { properties } from '../../platform/platform';
import { ACCESS, recordAccess } from '../../platform/spreadsheet';
import { storeServedUrl } from '../case/page-url';

/** The owner's page: one HTML file that asks for everything else through google.script.run. */
export function doGet(): GoogleAppsScript.HTML.HtmlOutput {
  const stored = properties().getProperties();
  recordAccess('web', stored[ACCESS.web]);
  storeServedUrl(stored);
  return HtmlService.createHtmlOutputFromFile('index')
    .setTitle('Case desk')
    .addMetaTag('viewport', 'width=device-width, initial-scale=1');
}
