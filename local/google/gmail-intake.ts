import * as v from 'valibot';
import { parseBody } from './answer';
import { fromBase64Url } from './base64url';
import { invalid, notFound } from './google-error';
import { type InsertedMessage, type InsertOptions, insertMessage } from './mail-insert';
import { toSentLabels } from './mail-send';
import type { Mailbox } from './mailbox-tables';
import type { Upload } from './upload-body';

/** The three methods that take a raw message. */
export type IntakeMethod = 'insert' | 'import' | 'send';

const Resource = v.object({
  raw: v.optional(v.string()),
  labelIds: v.optional(v.array(v.string())),
  threadId: v.optional(v.string()),
});

type Resource = v.InferOutput<typeof Resource>;

/** Takes a message whose bytes are in `raw` or were uploaded. */
export function takeMessage(
  mailbox: Mailbox,
  method: IntakeMethod,
  { metadata, media, dateSource }: Upload & { dateSource?: string | undefined },
): InsertedMessage {
  const resource = parseBody(Resource, metadata);
  if (media === undefined && !resource.raw)
    throw invalid("'raw' RFC822 payload message string or uploading message via /upload/* URL required");
  const raw = media?.bytes ?? fromBase64Url(resource.raw ?? '');
  checkThread(mailbox, resource.threadId);
  return insertMessage(mailbox, raw, toOptions(mailbox, { method, resource, raw, dateSource }));
}

type Intake = { method: IntakeMethod; resource: Resource; raw: Uint8Array; dateSource?: string | undefined };

function toOptions(mailbox: Mailbox, { method, resource, raw, dateSource }: Intake): InsertOptions {
  const { threadId } = resource;
  if (method === 'send') return { threadId, labelIds: toSentLabels(mailbox, raw) };
  const source = dateSource ?? (method === 'import' ? 'dateHeader' : 'receivedTime');
  const internalDate = source === 'dateHeader' ? 'dateHeader' : undefined;
  // Google files a message without labels in All Mail; here it goes to the inbox, so that what is dropped in is seen.
  return { threadId, labelIds: resource.labelIds, internalDate };
}

function checkThread({ store }: Mailbox, threadId: string | undefined): void {
  if (threadId === undefined) return;
  if (!store.prepare('select 1 from gmail_messages where thread_id = ? limit 1').get(threadId))
    throw notFound();
}
