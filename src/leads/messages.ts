import * as v from 'valibot';
import { rolesWith } from '../accounts/roles';
import { HttpError, orNotFound } from '../http/http-error';
import { assertSameBody, idempotencyRecord } from '../http/idempotency';
import { type Call, Response, type Routes, route } from '../http/route';
import { OUTBOX } from '../outbox/jobs';
import { wakeWorker } from '../outbox/worker';
import { find, insertRows, update } from '../tables/tables';
import { archiveLead } from './activities';
import { LEADS, type Lead } from './tables';
import { type Message, MessageView, toMessageView } from './thread';

/** Twilio accepts ten segments. */
const MAX_CHARACTERS = 1_600;

const NewMessage = v.strictObject({
  leadId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
  body: v.pipe(
    v.string(),
    v.check((text) => text.trim() !== '', 'must not be blank.'),
    v.maxLength(MAX_CHARACTERS),
  ),
});
type NewMessage = v.InferOutput<typeof NewMessage>;

const MessageCreated = v.pick(MessageView, ['id', 'status']);

const ThreadView = v.strictObject({ leadId: v.string(), data: v.array(MessageView) });
type ThreadView = v.InferOutput<typeof ThreadView>;

export const MESSAGE_KIND = 'sms';

const access = rolesWith('leads');

export const MESSAGE_ROUTES: Routes = {
  'POST /v1/messaging/messages': route({
    summary: 'Queues a message to a lead',
    access,
    body: NewMessage,
    response: MessageCreated,
    status: 201,
    errorStatuses: [404, 409],
    idempotent: true,
    handle: sendMessage,
  }),
  'GET /v1/messaging/threads/:leadId': route({
    summary: 'Lists the messages to and from a lead, oldest first',
    access,
    response: ThreadView,
    handle: getThread,
  }),
};

/** Queues a message. The timer sends it, and the provider's delivery reports update its status. */
function sendMessage({ body: given, caller, request }: Call<NewMessage>): Response {
  const lead = find(LEADS, given.leadId);
  if (!lead) {
    const message = `leadId must be the ID of a lead. There is no lead ${given.leadId}.`;
    throw new HttpError(404, 'not_found', message, { param: 'leadId' });
  }
  const record = idempotencyRecord(caller, request, given);
  const key = record.requestKey;
  const earlier = key === '' ? undefined : lead.thread.find(({ requestKey }) => requestKey === key);
  if (earlier) {
    assertSameBody({ requestKey: key, requestHash: earlier.requestHash ?? '' }, record);
    return queued(earlier);
  }
  if (lead.isOptedOut)
    throw new HttpError(409, 'opted_out', `${lead.id} has opted out of text messages (replied STOP).`);
  const message: Message = {
    id: `M-${key || Utilities.getUuid()}`,
    direction: 'outbound',
    body: given.body,
    status: 'queued',
    at: new Date().toISOString(),
    error: null,
    ...(key === '' ? {} : record),
  };
  const stored = queue(lead, message);
  // The same request may have been made twice at once.
  if (key !== '') assertSameBody({ requestKey: key, requestHash: stored.requestHash ?? '' }, record);
  return queued(message);
}

function queued({ id }: Message): Response {
  return new Response({ id, status: 'queued' }, { status: 201 });
}

/**
 * The job is written just before the message, under the same lock: each message has one, however often it is asked for.
 * Returns the message of this ID that is in the thread then.
 */
function queue({ id: leadId, version }: Lead, message: Message): Message {
  const job = { id: message.id, kind: MESSAGE_KIND, entityId: leadId, version: version + 1 };
  const row = { ...job, runAt: new Date(), attempts: 0, state: 'queued', error: '' } as const;
  const updated = update(
    LEADS,
    leadId,
    ({ thread }) => (thread.some(({ id }) => id === message.id) ? {} : { thread: [...thread, message] }),
    { first: () => insertRows(OUTBOX, [row]), opens: [OUTBOX] },
  );
  const lead = orNotFound(updated, `lead ${leadId}`);
  archiveLead(lead);
  wakeWorker();
  return lead.thread.find(({ id }) => id === message.id) ?? message;
}

function getThread({ params: { leadId = '' } }: Call): ThreadView {
  const { thread } = orNotFound(find(LEADS, leadId), `lead ${leadId}`);
  return { leadId, data: thread.map(toMessageView) };
}
