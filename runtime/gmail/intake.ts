import * as v from 'valibot';
import { parseBody } from '../rest/answer';
import { fromBase64Url } from '../rest/base64url';
import { GoogleError, invalidArgument, notFound } from '../rest/google-error';
import type { Upload } from '../rest/upload';
import { type InsertedMessage, type InsertOptions, insertMessage } from './insert';
import { assertLabels } from './labels';
import { toSentLabels } from './send';
import type { Mailbox } from './tables';

/** The three methods that take a raw message. */
export type IntakeMethod = 'insert' | 'import' | 'send';

const Resource = v.object({
  raw: v.optional(v.string()),
  labelIds: v.optional(v.array(v.string())),
  threadId: v.optional(v.string()),
});

type Resource = v.InferOutput<typeof Resource>;

/** Inserts a message whose bytes are in `raw` or were uploaded. */
export function takeMessage(
  mailbox: Mailbox,
  method: IntakeMethod,
  { metadata, media, dateSource }: Upload & { dateSource?: string | undefined },
): InsertedMessage {
  const resource = parseBody(Resource, metadata);
  const raw = media?.bytes ?? decodeRaw(resource.raw);
  if (method !== 'send') assertLabels(mailbox, resource.labelIds ?? []);
  checkThread(mailbox, resource.threadId);
  return insertMessage(mailbox, raw, toOptions(mailbox, { method, resource, raw, dateSource }));
}

function decodeRaw(text: string | undefined): Uint8Array {
  if (!text)
    throw invalidArgument(
      "'raw' RFC822 payload message string or uploading message via /upload/* URL required",
    );
  const raw = fromBase64Url(text);
  if (raw) return raw;
  const problem = `Invalid value at 'message.raw' (TYPE_BYTES), Base64 decoding failed for "${text}"`;
  throw new GoogleError(400, 'invalid', problem);
}

type Intake = { method: IntakeMethod; resource: Resource; raw: Uint8Array; dateSource?: string | undefined };

function toOptions(mailbox: Mailbox, { method, resource, raw, dateSource }: Intake): InsertOptions {
  const { threadId } = resource;
  if (method === 'send') return { threadId, labelIds: toSentLabels(mailbox, raw) };
  const source = dateSource ?? (method === 'import' ? 'dateHeader' : 'receivedTime');
  const internalDate = source === 'dateHeader' ? 'dateHeader' : undefined;
  // Google puts a message without labels into All Mail only; here it goes to the inbox, so that it is seen.
  return { threadId, labelIds: resource.labelIds, internalDate };
}

function checkThread({ store }: Mailbox, threadId: string | undefined): void {
  if (threadId === undefined) return;
  if (!store.prepare('select 1 from gmail_messages where thread_id = ? limit 1').get(threadId))
    throw notFound();
}
