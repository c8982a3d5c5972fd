/** Put in by the build: the release, and what tells this build from every other. */
declare const SHEETDESK_VERSION: string;

/** `0.1.0+3f2a91bc` */
export const VERSION: string = SHEETDESK_VERSION;
