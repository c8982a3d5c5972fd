import * as v from 'valibot';
import { HttpError, orNotFound } from '../http/http-error';
import { assertSameBody, idempotencyRecord } from '../http/idempotency';
import { type Call, Response } from '../http/route';
import { OUTBOX } from '../outbox/jobs';
import { wakeWorker } from '../outbox/wake-up';
import { find, insertAll, update, writeAll } from '../tables/tables';
import { archiveLead } from './activities';
import { MessageAnswer } from './lead-schemas';
import { LEADS, type Lead } from './tables';
import { type Message, type MessageView, toMessageView } from './thread';

/** The longest that Twilio takes: ten segments. */
const MAX_CHARACTERS = 1_600;

export const NewMessage = v.strictObject({
  leadId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
  body: v.pipe(
    v.string(),
    v.check((text) => text.trim() !== '', 'must not be blank.'),
    v.maxLength(MAX_CHARACTERS),
  ),
});

export type NewMessage = v.InferOutput<typeof NewMessage>;

export const MessageCreated = v.pick(MessageAnswer, ['id', 'status']);

export const ThreadView = v.strictObject({ leadId: v.string(), data: v.array(MessageAnswer) });

export const MESSAGE_KIND = 'sms';

/** Queued: the timer hands it to the provider, whose news change its status. */
export function sendMessage({ body: given, caller, request }: Call<NewMessage, undefined>): Response {
  const lead = addressee(given.leadId);
  const mark = idempotencyRecord(caller, request, given);
  const known = lead.thread.find(
    ({ requestKey }) => mark.requestKey !== '' && requestKey === mark.requestKey,
  );
  if (known) {
    assertSameBody({ requestKey: mark.requestKey, requestHash: known.requestHash ?? '' }, mark);
    return queued(known);
  }
  if (lead.isOptedOut)
    throw new HttpError(409, 'opted_out', `${lead.id} has opted out of text messages (replied STOP).`);
  const message: Message = {
    id: `M-${mark.requestKey || Utilities.getUuid()}`,
    direction: 'outbound',
    body: given.body,
    status: 'queued',
    at: new Date().toISOString(),
    error: null,
    ...(mark.requestKey === '' ? {} : mark),
  };
  queue(lead, message);
  return queued(message);
}

export function getThread({ params: { leadId = '' } }: Call<undefined, undefined>): {
  leadId: string;
  data: MessageView[];
} {
  return { leadId, data: leadOrNotFound(leadId).thread.map(toMessageView) };
}

function leadOrNotFound(id: string): Lead {
  return orNotFound(find(LEADS, id), `lead ${id}`);
}

function addressee(leadId: string): Lead {
  const lead = find(LEADS, leadId);
  if (lead) return lead;
  const message = `leadId must be the ID of a lead. There is no lead ${leadId}.`;
  throw new HttpError(404, 'not_found', message, { param: 'leadId' });
}

/** The outbox first: a message in a thread that nobody would ever send must not be. */
function queue({ id: leadId, version }: Lead, message: Message): void {
  const row = { id: message.id, kind: MESSAGE_KIND, targetId: leadId, version: version + 1 };
  writeAll(insertAll(OUTBOX, [{ ...row, due: new Date(), tries: 0, state: 'queued', error: '' }]));
  const changed = update(LEADS, leadId, ({ thread }) =>
    thread.some(({ id }) => id === message.id) ? {} : { thread: [...thread, message] },
  );
  archiveLead(orNotFound(changed, `lead ${leadId}`));
  wakeWorker();
}

function queued({ id }: Message): Response {
  return new Response({ id, status: 'queued' }, { status: 201 });
}
