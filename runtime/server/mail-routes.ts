import { Hono } from 'hono';
import MailComposer from 'nodemailer/lib/mail-composer';
import * as v from 'valibot';
import type { Runtime } from '../runtime';
import { fields, Refusal, readBody } from './requests';

const Letter = fields({
  from: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text !== '', 'an address'),
  ),
  to: v.optional(v.string()),
  subject: v.optional(v.string()),
  text: v.optional(v.string()),
  html: v.optional(v.string()),
});

const LETTER = {
  schema: Letter,
  form: '{"from": "...", "to": "...", "subject": "...", "text": "...", "html": "..."}, of which "from" is needed',
};

/** Incoming mail: a raw message, its fields as JSON, or a mailbox file. */
export function mailRoutes({ google, services }: Runtime): Hono {
  const app = new Hono();
  app.get('/mail/:id', (c) => {
    const message = google.message(c.req.param('id'));
    if (!message) throw new Refusal(404, `No message has the ID "${c.req.param('id')}".`);
    return c.json(message);
  });
  app.post('/mail', async (c) => {
    const isLetter = c.req.header('content-type')?.startsWith('application/json');
    const raw = isLetter
      ? await compose(await readBody(c, LETTER), services.google.address)
      : new Uint8Array(await c.req.arrayBuffer());
    if (raw.length === 0) throw new Refusal(400, 'The message is empty.');
    return c.json(await google.deliver(raw), 201);
  });
  app.post('/mbox', async (c) => {
    const delivered = await google.deliverMbox(new Uint8Array(await c.req.arrayBuffer()));
    if (delivered.length === 0) throw new Refusal(400, 'The file contains no message.');
    return c.json(delivered, 201);
  });
  return app;
}

function compose(letter: v.InferOutput<typeof Letter>, owner: string): Promise<Uint8Array> {
  const { from, to = owner, subject = '', text = '', html } = letter;
  return new MailComposer({ from, to, subject, text, ...(html ? { html } : {}) }).compile().build();
}
