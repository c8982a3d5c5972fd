import { type Desk, startTracking } from '../harness/local';
import { ANNA, raw } from '../harness/mail';

/** Delivers the messages and answers the rows that the next check makes of them. */
export async function takeInAll(desk: Desk, messages: readonly Uint8Array[]) {
  const ids: string[] = [];
  for (const message of messages) ids.push((await desk.deliver(message)).id);
  expect(await desk.run('checkMail')).toMatchObject({ newMessages: messages.length });
  const rows = new Map(desk.rows('Messages').map((row) => [row.messageId, row]));
  return ids.map((id) => {
    const { from, date, body, attachments } = rows.get(id) ?? {};
    return { from, date, body: String(body), attachments: JSON.parse(String(attachments)) };
  });
}

/** What the next check makes of a message. */
type Taken = Awaited<ReturnType<typeof takeInAll>>[number];

/** Names a fact, and has the message that shows it and what is to be seen of it. */
export type MailFact = [
  fact: string,
  message: Uint8Array | Promise<Uint8Array>,
  look: (taken: Taken) => void,
];

/** A test of each fact: one check takes in all of their messages. */
export function testMail(facts: readonly MailFact[]): void {
  let taken: Taken[];
  beforeAll(async () => {
    const desk = await startTracking();
    taken = await takeInAll(desk, await Promise.all(facts.map(([, message]) => message)));
    await desk.close();
  });
  test.each(facts.map(([fact, , look], at) => ({ fact, look, at })))('$fact', ({ look, at }) => {
    const own = taken[at];
    if (!own) throw new Error('The message was not taken in.');
    look(own);
  });
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
