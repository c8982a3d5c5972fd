/** Put in by the build: the release, and a digest of the code. */
declare const SHEETDESK_VERSION: string;
/** Put in by the build: a placeholder, which the deploy command replaces with the web app's URL. */
declare const SHEETDESK_URL: string;
/** Put in by the build: `desk` or `api`. */
declare const SHEETDESK_SCRIPT: string;

/** `0.3.0+3f2a91bc` */
export const VERSION: string = SHEETDESK_VERSION;

export const SCRIPT_NAME: string = SHEETDESK_SCRIPT;

const DEPLOYED_URL: string = SHEETDESK_URL;

/** The URL of the web app that serves this version; undefined where the deploy command was not used. */
export function findDeployedUrl(): string | undefined {
  return DEPLOYED_URL.startsWith('http') ? DEPLOYED_URL : undefined;
}
