import type { Desk } from '../harness/local';
import { ANNA, raw } from '../harness/mail';

/** Delivers the message and answers the row that the next check makes of it. */
export async function takeIn(desk: Desk, message: Uint8Array) {
  await desk.deliver(message);
  expect(await desk.run('checkMail')).toMatchObject({ newMessages: 1 });
  const row = desk.rows('Messages').at(-1);
  return { from: row?.from, body: String(row?.body), attachments: JSON.parse(String(row?.attachments)) };
}

/** A tracked customer's message with this content, its type in front. */
export function withContent(content: string): Buffer {
  return raw(`From: ${ANNA}\nSubject: Content\nMIME-Version: 1.0\n${content.replace(/^\n/, '')}`);
}

/** A message of several parts, each with its type, further headers after it, and its content. */
export function multipart(
  kind: string,
  parts: readonly (readonly [type: string, content: string])[],
  boundary = 'b',
): Buffer {
  const inside = parts.map(([type, content]) => `--${boundary}\nContent-Type: ${type}\n\n${content}\n`);
  return withContent(
    `Content-Type: multipart/${kind}; boundary=${boundary}\n\n${inside.join('')}--${boundary}--\n`,
  );
}
