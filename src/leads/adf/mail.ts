/** Parts within parts are looked into no deeper. */
const MAX_DEPTH = 8;

/** Finds the first text of a raw mail that is meant, decoded (RFC 2045): its body, or one of its parts, in whatever part. */
export function findText(
  mail: string,
  isMeant: (text: string) => boolean,
  depth = MAX_DEPTH,
): string | undefined {
  const { index = 0, 0: gap = '' } = /(?:^|\r?\n)\r?\n/.exec(mail) ?? {};
  const [head, body] = [mail.slice(0, index), mail.slice(index + gap.length)];
  const type = headerOf(head, 'content-type');
  const [, quoted, bare] = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (depth === 0) return undefined;
  if (/^message\/rfc822/i.test(type)) return findText(body, isMeant, depth - 1);
  if (/^multipart\//i.test(type) && boundary !== undefined) {
    const parts = `\n${body}`.split(`\n--${boundary}`).slice(1);
    for (const part of parts) {
      const found = findText(part.replace(/^[^\n]*\n/, ''), isMeant, depth - 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const text = decode(body, headerOf(head, 'content-transfer-encoding').toLowerCase());
  return isMeant(text) ? text : undefined;
}

/** A header may go on in further lines. */
function headerOf(head: string, name: string): string {
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`)) ?? '';
  return line.slice(name.length + 1).trim();
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return fromBase64(body);
  if (encoding !== 'quoted-printable') return body;
  return body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/(?:=[\da-f]{2})+/gi, (bytes) => fromPercents(bytes.replace(/=/g, '%')));
}

function fromBase64(text: string): string {
  const letters = text.replace(/[^A-Za-z\d+/]/g, '');
  // A single letter more is no byte.
  const whole = letters.length % 4 === 1 ? letters.slice(0, -1) : letters;
  const bytes = Utilities.base64Decode(whole.padEnd(4 * Math.ceil(whole.length / 4), '='));
  return fromPercents(bytes.map((byte) => `%${(byte & 0xff).toString(16).padStart(2, '0')}`).join(''));
}

/** Bytes are UTF-8, or else of Latin letters, one each, whatever the mail says of them. */
function fromPercents(percents: string): string {
  try {
    return decodeURIComponent(percents);
  } catch {
    return percents.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}
