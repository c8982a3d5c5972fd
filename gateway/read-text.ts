type Body = Request['body'];

interface Reading {
  /** Told how many bytes have come so far. @throws where that is too much */
  onBytes(bytes: number): void;
  /** The error to throw. */
  notText(): Error;
}

/** The whole body as text, which must be UTF-8. A byte order mark is kept. */
export async function readText(body: Body, { onBytes, notText }: Reading): Promise<string> {
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
