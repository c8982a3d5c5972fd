type Body = Request['body'];

/** The whole body as text, its first character kept even where it is a byte order mark. */
export async function readText(body: Body, maxBytes: number, tooLarge: () => Error): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
