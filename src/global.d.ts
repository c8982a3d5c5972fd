/** A value that an entry file puts here becomes a top-level function of the script. */
declare const global: Record<string, unknown>;

declare namespace GoogleAppsScript {
  namespace URL_Fetch {
    /** The published types lack what is newer than they are. */
    interface URLFetchRequestOptions {
      /** 1 to 60. */
      timeoutSeconds?: number;
    }
  }
}

declare module 'punycode/punycode.js' {
  export function toASCII(text: string): string;
  export function toUnicode(text: string): string;
}
