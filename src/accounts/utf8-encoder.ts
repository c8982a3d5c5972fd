/** In the place of the TextEncoder that Apps Script lacks; the build gives it to the libraries that ask for one. */
export class Utf8Encoder {
  encode(text: string): Uint8Array {
    return Uint8Array.from(Utilities.newBlob(text).getBytes());
  }
}
