/** Put in by the build: a placeholder, which the deploy command replaces by the web app's address. */
declare const SHEETDESK_URL: string;

/** The address of the web app that serves this version; undefined where the code was brought to Google otherwise. */
export function findDeployedUrl(): string | undefined {
  return SHEETDESK_URL.startsWith('http') ? SHEETDESK_URL : undefined;
}
