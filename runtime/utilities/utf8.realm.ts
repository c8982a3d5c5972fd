/** A lone surrogate becomes a question mark, as in Java. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '?');
}

/** UTF-8 bytes of a text; a lone surrogate becomes a question mark, as in Java. */
export function toUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let out = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    if (code < 0x80) {
      bytes[out++] = code;
    } else if (code < 0x800) {
      bytes[out++] = 0xc0 | (code >> 6);
      bytes[out++] = 0x80 | (code & 63);
    } else if (code >= 0xd800 && code < 0xe000) {
      bytes[out++] = 63;
    } else if (code < 0x10000) {
      bytes[out++] = 0xe0 | (code >> 12);
      bytes[out++] = 0x80 | ((code >> 6) & 63);
      bytes[out++] = 0x80 | (code & 63);
    } else {
      at++;
      bytes[out++] = 0xf0 | (code >> 18);
      bytes[out++] = 0x80 | ((code >> 12) & 63);
      bytes[out++] = 0x80 | ((code >> 6) & 63);
      bytes[out++] = 0x80 | (code & 63);
    }
  }
  return bytes.slice(0, out);
}

/** The text of well-formed UTF-8; undefined for malformed bytes, which the main thread decodes. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  const units = new Uint16Array(bytes.length);
  let out = 0;
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at++] as number;
    if (lead < 0x80) {
      units[out++] = lead;
      continue;
    }
    const more = tailOf(lead);
    let code = lead & (63 >> more);
    for (let left = more; left > 0; left--) {
      const next = bytes[at++] ?? 0;
      if (next >> 6 !== 2) return undefined;
      code = (code << 6) | (next & 63);
    }
    if (more === 0 || !isShortest(code, more)) return undefined;
    if (code >= 0x10000) units[out++] = 0xd7c0 + (code >> 10);
    units[out++] = code >= 0x10000 ? 0xdc00 | (code & 0x3ff) : code;
  }
  return fromUnits(units.subarray(0, out));
}

/** Returns how many bytes follow a lead byte; 0 for one that leads nothing. */
function tailOf(lead: number): number {
  if (lead >> 5 === 6) return 1;
  if (lead >> 4 === 14) return 2;
  return lead >> 3 === 30 ? 3 : 0;
}

function isShortest(code: number, more: number): boolean {
  if (more === 1) return code >= 0x80;
  if (more === 2) return code >= 0x800 && (code < 0xd800 || code > 0xdfff);
  return code >= 0x10000 && code <= 0x10ffff;
}

function fromUnits(units: Uint16Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += 8192)
    pieces.push(String.fromCharCode.apply(null, units.subarray(at, at + 8192) as unknown as number[]));
  return pieces.join('');
}
