import { findDeployedUrl } from '../../platform/build';
import { ACCESS, recordAccess } from '../../platform/spreadsheet';

const PAGE_URL = 'pageUrl';

/** Opens for editors of the script alone, and serves code that is not deployed. */
const TEST_DEPLOYMENT = /\/dev$/;

/** The owner's page: one HTML file that asks for everything else through google.script.run. */
export function doGet(): GoogleAppsScript.HTML.HtmlOutput {
  const stored = PropertiesService.getScriptProperties().getProperties();
  recordAccess('web', stored[ACCESS.web]);
  storePageUrl(stored);
  return HtmlService.createHtmlOutputFromFile('index')
    .setTitle('Case desk')
    .addMetaTag('viewport', 'width=device-width, initial-scale=1');
}

/** Where the owner's page is: as the deployment says, else as it was opened last; undefined as long as nobody knows. */
export function findPageUrl(): string | undefined {
  return findDeployedUrl() ?? usable(PropertiesService.getScriptProperties().getProperty(PAGE_URL));
}

/** For the page itself, which is where it says that it is; as long as no deployment says more, it is stored. */
function storePageUrl(stored: Readonly<Record<string, string>>): void {
  const url = findServedUrl();
  if (url === undefined || findDeployedUrl() !== undefined || stored[PAGE_URL] === url) return;
  PropertiesService.getScriptProperties().setProperty(PAGE_URL, url);
}

/** Where this script should answer, by Google: not to be trusted outside of the page, where it may be another's. */
export function findServedUrl(): string | undefined {
  return usable(ScriptApp.getService().getUrl());
}

function usable(url: string | null): string | undefined {
  return url && !TEST_DEPLOYMENT.test(url) ? url : undefined;
}
