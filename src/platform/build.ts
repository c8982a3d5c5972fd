/** Put in by the build: the release, and what tells this build from every other. */
declare const SHEETDESK_VERSION: string;

/** `0.2.0+3f2a91bc` */
export const VERSION: string = SHEETDESK_VERSION;

/** Put in by the build: a placeholder, which the deploy command replaces by the web app's address. */
declare const SHEETDESK_URL: string;

/** The address of the web app that serves this version; undefined where the code was brought to Google otherwise. */
export function findDeployedUrl(): string | undefined {
  return SHEETDESK_URL.startsWith('http') ? SHEETDESK_URL : undefined;
}
