/** What Utilities leaves to the main thread; bytes cross as base64 text. */
export interface UtilitiesCalls {
  'utilities.digest'(algorithm: string, data: string): string;
  'utilities.hmac'(algorithm: string, data: string, key: string): string;
  /** The text of bytes in a charset; `null` for an unknown charset. */
  'utilities.decode'(charset: string, data: string): string | null;
  'utilities.gzip'(data: string): string;
  /** `null` if the data is not gzip. */
  'utilities.ungzip'(data: string): string | null;
  'utilities.sleep'(milliseconds: number): void;
}
