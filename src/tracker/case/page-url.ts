import { findDeployedUrl } from '../../platform/build';
import { properties } from '../../platform/platform';

const PAGE_URL = 'pageUrl';

/** Opens for editors of the script alone, and serves code that is not deployed. */
const TEST_DEPLOYMENT = /\/dev$/;

/** The address of the owner's page: the deployment's, or else where it was last opened; undefined before that. */
export function findPageUrl(): string | undefined {
  return findDeployedUrl() ?? usable(properties().getProperty(PAGE_URL));
}

/** Stores the address of the page that is open, which is right here, unless the deployment's is known. */
export function storeServedUrl(stored: Readonly<Record<string, string>>): void {
  const url = findServedUrl();
  if (url !== undefined && findDeployedUrl() === undefined && stored[PAGE_URL] !== url)
    properties().setProperty(PAGE_URL, url);
}

/** The address that Google names. Outside of the page it may be that of another deployment. */
export function findServedUrl(): string | undefined {
  return usable(ScriptApp.getService().getUrl());
}

function usable(url: string | null): string | undefined {
  return url && !TEST_DEPLOYMENT.test(url) ? url : undefined;
}
