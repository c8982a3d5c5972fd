export interface ZippedFile {
  /** The name with its folders, divided by slashes. */
  name: string;
  data: string;
}

/** Calls that Utilities leaves to the main thread; bytes cross as base64 text. */
export interface UtilitiesCalls {
  'utilities.digest'(algorithm: string, data: string): string;
  'utilities.hmac'(algorithm: string, data: string, key: string): string;
  /** `null` if the key is no private key in PEM. */
  'utilities.sign'(algorithm: string, data: string, key: string): string | null;
  /** The text of bytes in a charset; `null` for an unknown charset. */
  'utilities.decode'(charset: string, data: string): string | null;
  'utilities.gzip'(data: string): string;
  /** `null` if the data is not gzip. */
  'utilities.ungzip'(data: string): string | null;
  'utilities.zip'(files: ZippedFile[]): string;
  /** Folders are left out; `null` if the data is no archive. */
  'utilities.unzip'(data: string): ZippedFile[] | null;
  'utilities.sleep'(milliseconds: number): void;
}
