type Body = Request['body'];

/** What may be wrong with a body, as errors. */
interface Refusals {
  tooLarge(): Error;
  notText(): Error;
}

/** The whole body as text, which must be UTF-8; its first character is kept even where it is a byte order mark. */
export async function readText(body: Body, maxBytes: number, refusals: Refusals): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  const decode = (part?: Uint8Array) => {
    try {
      return decoder.decode(part, { stream: part !== undefined });
    } catch {
      throw refusals.notText();
    }
  };
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw refusals.tooLarge();
    text += decode(chunk);
  }
  return text + decode();
}
