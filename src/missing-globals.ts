/** Globals that libraries ask of JavaScript and Apps Script may lack; the build puts these in their place. */

/** Encoder for the libraries, which encode text alone: UTF-8 by Apps Script's own means. */
export class TextEncoder {
  encode(text: string): Uint8Array {
    return Uint8Array.from(Utilities.newBlob(text).getBytes());
  }
}

/** `Object.hasOwn`, of ES2022. */
export function hasOwn(object: object, key: PropertyKey): boolean {
  return Object.getOwnPropertyDescriptor(object, key) !== undefined;
}
