type Body = Request['body'];

/** The errors to throw. */
interface BodyErrors {
  tooLarge(): Error;
  notText(): Error;
}

/** The whole body as text, which must be UTF-8. A byte order mark is kept. */
export async function readText(body: Body, maxBytes: number, errors: BodyErrors): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  const decode = (part?: Uint8Array) => {
    try {
      return decoder.decode(part, { stream: part !== undefined });
    } catch {
      throw errors.notText();
    }
  };
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw errors.tooLarge();
    text += decode(chunk);
  }
  return text + decode();
}
