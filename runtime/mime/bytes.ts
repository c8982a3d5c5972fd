const LF = 0x0a;
const CR = 0x0d;

/** One character for each byte, so that regular expressions can read them without loss. */
export function toBinaryText(bytes: Uint8Array): string {
  return view(bytes).toString('latin1');
}

export function fromBinaryText(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

/** Offset of the line after the one that holds `from`. */
export function nextLine(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(LF, from);
  return end < 0 ? bytes.length : end + 1;
}

/** The line without its end, which is CRLF or, in files that went through Unix tools, a bare LF. */
export function lineAt(bytes: Uint8Array, start: number, next: number): Uint8Array {
  return bytes.subarray(start, withoutLineEnd(bytes, start, next));
}

export function withoutLineEnd(bytes: Uint8Array, start: number, end: number): number {
  if (end <= start || bytes[end - 1] !== LF) return end;
  return end - 1 > start && bytes[end - 2] === CR ? end - 2 : end - 1;
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
