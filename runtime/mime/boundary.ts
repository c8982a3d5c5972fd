import { lineAt, nextLine, toBinaryText, withoutLineEnd } from './bytes';

/** The bodies between boundary lines, without the line end that belongs to the boundary; empty if there is none. */
export function splitAtBoundary(bytes: Uint8Array, boundary: string): Uint8Array[] {
  // An empty boundary would match the "-- " above a signature.
  if (boundary === '') return [];
  const parts: Uint8Array[] = [];
  let start = -1;
  for (const { at, next, isLast } of findBoundaries(bytes, boundary)) {
    if (start >= 0) parts.push(bytes.subarray(start, withoutLineEnd(bytes, start, at)));
    start = isLast ? -1 : next;
    if (isLast) break;
  }
  // A truncated message keeps what came before the cut.
  if (start >= 0) parts.push(bytes.subarray(start));
  return parts;
}

type BoundaryLine = { at: number; next: number; isLast: boolean };

function* findBoundaries(bytes: Uint8Array, boundary: string): Generator<BoundaryLine> {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = haystack.indexOf(mark);
  while (at >= 0) {
    const next = nextLine(bytes, at);
    const rest = toBinaryText(lineAt(bytes, at + mark.length, next));
    // A boundary may be a prefix of another, so the rest of the line counts too.
    const isLine = (at === 0 || bytes[at - 1] === 0x0a) && /^(--)?[ \t]*$/.test(rest);
    if (isLine) yield { at, next, isLast: rest.startsWith('--') };
    at = haystack.indexOf(mark, isLine ? next : at + 1);
  }
}
