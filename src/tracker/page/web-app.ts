import { findDeployedUrl } from '../../platform/build';
import { properties } from '../../platform/platform';
import { ACCESS, recordAccess } from '../../platform/spreadsheet';

const PAGE_URL = 'pageUrl';

/** Opens for editors of the script alone, and serves code that is not deployed. */
const TEST_DEPLOYMENT = /\/dev$/;

/** The owner's page: one HTML file that asks for everything else through google.script.run. */
export function doGet(): GoogleAppsScript.HTML.HtmlOutput {
  const stored = properties().getProperties();
  recordAccess('web', stored[ACCESS.web]);
  // The page's own address is right here. It is stored unless the deployment's is known.
  const url = findServedUrl();
  if (url !== undefined && findDeployedUrl() === undefined && stored[PAGE_URL] !== url)
    properties().setProperty(PAGE_URL, url);
  return HtmlService.createHtmlOutputFromFile('index')
    .setTitle('Case desk')
    .addMetaTag('viewport', 'width=device-width, initial-scale=1');
}

/** The address of the owner's page: the deployment's, or else where it was last opened; undefined before that. */
export function findPageUrl(): string | undefined {
  return findDeployedUrl() ?? usable(properties().getProperty(PAGE_URL));
}

/** The address that Google names. Outside of the page it may be that of another deployment. */
export function findServedUrl(): string | undefined {
  return usable(ScriptApp.getService().getUrl());
}

function usable(url: string | null): string | undefined {
  return url && !TEST_DEPLOYMENT.test(url) ? url : undefined;
}
