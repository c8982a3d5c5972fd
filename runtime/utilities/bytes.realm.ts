import { exception, notEmulated } from '../realm/host';
import { fromBase64, toBase64 } from './base64.realm';
import { call } from './call.realm';
import { fromUtf8, toUtf8 } from './utf8.realm';

/** Scripts receive bytes as arrays of -128..127 and may pass 0..255. */
export function toSigned(bytes: Uint8Array): number[] {
  const signed = new Array<number>(bytes.length);
  for (let at = 0; at < bytes.length; at++) signed[at] = ((bytes[at] as number) << 24) >> 24;
  return signed;
}

export function toBytes(data: string | number[], charset?: unknown): Uint8Array {
  if (typeof data === 'string') return encode(data, charset);
  const bytes = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] as number;
    if (!Number.isInteger(byte) || byte < -128 || byte > 255)
      throw exception(`Cannot convert ${String(byte)} to byte.`);
    bytes[at] = byte;
  }
  return bytes;
}

export function encode(text: string, charset: unknown = 'UTF-8'): Uint8Array {
  const name = String(charset).replace('_', '-').toUpperCase();
  if (name === 'UTF-8') return toUtf8(text);
  if (name === 'US-ASCII') return Uint8Array.from(text, (character) => codeUpTo(127, character));
  if (name === 'ISO-8859-1') return Uint8Array.from(text, (character) => codeUpTo(255, character));
  if (call('utilities.decode', String(charset), '') === null) throw exception(`Invalid argument: ${charset}`);
  throw notEmulated(`Text in the charset ${charset}`);
}

export function decode(bytes: Uint8Array, charset = 'UTF-8'): string {
  const known = /^utf-?8$/i.test(charset) ? fromUtf8(bytes) : undefined;
  const text = known ?? call('utilities.decode', charset, toBase64(bytes));
  if (text === null) throw exception(`Invalid argument: ${charset}`);
  return text;
}

/** Bytes that came from the main thread. */
export function received(base64: string): Uint8Array {
  return fromBase64(base64) as Uint8Array;
}

/** Characters that the charset lacks become question marks. */
function codeUpTo(max: number, character: string): number {
  const code = character.codePointAt(0) as number;
  return code > max ? 63 : code;
}
