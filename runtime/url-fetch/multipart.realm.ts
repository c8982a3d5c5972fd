import { bytesOf, isBlobSource } from '../utilities/blob.realm';
import { toUtf8 } from '../utilities/utf8.realm';

/** A form with files, as RFC 7578 has it. */
export function toMultipart(fields: Record<string, unknown>): { bytes: Uint8Array; contentType: string } {
  const boundary = `----${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  const pieces = Object.entries(fields).flatMap(([name, value]) => [
    toUtf8(`--${boundary}\r\n${headOf(name, value)}\r\n\r\n`),
    isBlobSource(value) ? bytesOf(value) : toUtf8(String(value)),
    toUtf8('\r\n'),
  ]);
  const bytes = join([...pieces, toUtf8(`--${boundary}--\r\n`)]);
  return { bytes, contentType: `multipart/form-data; boundary=${boundary}` };
}

function headOf(name: string, value: unknown): string {
  const head = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (!isBlobSource(value)) return head;
  const blob = value.getBlob();
  const fileName = blob.getName() === null ? '' : `; filename="${quoted(String(blob.getName()))}"`;
  return `${head}${fileName}\r\nContent-Type: ${blob.getContentType() ?? 'application/octet-stream'}`;
}

function quoted(text: string): string {
  return text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function join(pieces: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
