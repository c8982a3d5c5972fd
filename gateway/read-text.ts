type Body = AsyncIterable<Uint8Array> | null;

interface Reading {
  /** Told how many bytes have come so far. @throws where that is too much */
  onBytes(bytes: number): void;
  /** The error to throw. */
  notText(): Error;
  /** The body is a mail, which says itself in what charset its text is. */
  isMail?: boolean;
}

/** The whole body as text, which must be UTF-8. A byte order mark is kept. */
export async function readText(body: Body, { onBytes, notText, isMail = false }: Reading): Promise<string> {
  if (isMail) return readMail(body, onBytes);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  const decode = (part?: Uint8Array) => {
    try {
      return decoder.decode(part, { stream: part !== undefined });
    } catch {
      throw notText();
    }
  };
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    onBytes(bytes);
    text += decode(chunk);
  }
  return text + decode();
}

/** A raw mail with bytes of another charset than UTF-8 is in the one that its text declares, or else in Latin letters. */
async function readMail(body: Body, onBytes: Reading['onBytes']): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    onBytes(length);
    chunks.push(chunk);
  }
  const bytes = await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer();
  const decode = (charset: string, options: ConstructorParameters<typeof TextDecoder>[1] = {}) => {
    try {
      return new TextDecoder(charset, options).decode(bytes);
    } catch {
      return undefined;
    }
  };
  const utf8 = decode('utf-8', { ignoreBOM: true, fatal: true });
  if (utf8 !== undefined) return utf8;
  const latin = decode('windows-1252') ?? '';
  const declared = [...latin.matchAll(/charset\s*=\s*"?([\w-]+)/gi)].map(([, charset = '']) => charset);
  const charset = declared.find((one) => !/^(utf-8|us-ascii)$/i.test(one));
  return (charset && decode(charset)) || latin;
}
