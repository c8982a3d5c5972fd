import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { withExample } from '../../http/described';
import { listPageOf, pageOf, pageQuery } from '../../http/fields';
import { HttpError, orNotFound } from '../../http/http-error';
import { assertSameBody, type IdempotencyRecord, idempotencyRecord } from '../../http/idempotency';
import { type Call, Response, type Routes, route } from '../../http/route';
import { OUTBOX } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { digest } from '../../platform/platform';
import { find, update } from '../../tables/tables';
import * as write from '../../tables/writes';
import { withReason } from '../../texts/texts';
import type { Message } from '../entries';
import { archiveLead } from '../lead/activities';
import { findDeletedMessage } from '../lead/deleted-leads';
import { historyOf } from '../lead/history';
import { SUMMARY } from '../lead/lead-view';
import { MessageView, toMessageView } from '../lead/message-view';
import { withWaiting } from '../lead/waiting';
import { LEADS, type Lead } from '../tables';

/** Providers accept ten segments. */
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

const MessageCreated = v.strictObject({
  id: withExample(MessageView.entries.id, 'M-6c1d7f0e-93b5-4a28-8f4e-2d50a7b6c913'),
  status: withExample(MessageView.entries.status, 'queued'),
});

const ThreadView = v.strictObject({ leadId: SUMMARY.id, ...listPageOf(MessageView).entries });
type ThreadView = v.InferOutput<typeof ThreadView>;

const ThreadQuery = v.strictObject(pageQuery('100'));
type ThreadQuery = v.InferOutput<typeof ThreadQuery>;

export const MESSAGE_KIND = 'sms';

const access = rolesWith('leads');

export const MESSAGE_ROUTES: Routes = {
  'POST /v1/messaging/messages': route({
    summary: 'Queues a message to a lead',
    access,
    body: withExample(NewMessage, { body: 'It is. Would Saturday suit you?' }),
    response: MessageCreated,
    status: 201,
    errorStatuses: [404, 409],
    idempotent: true,
    handle: sendMessage,
  }),
  'GET /v1/messaging/threads/:leadId': route({
    summary: 'Lists the messages to and from a lead, oldest first',
    access,
    query: ThreadQuery,
    response: ThreadView,
    handle: getThread,
  }),
};

/** Queues a message. The timer sends it, and the provider's delivery reports update its status. */
function sendMessage(call: Call<NewMessage>): Response {
  const { body: given, caller, request } = call;
  const record = idempotencyRecord(caller, request, given);
  const lead = find(LEADS, given.leadId);
  const earlier = findEarlier(given.leadId, lead, record);
  if (earlier) return queued(earlier);
  if (!lead) {
    const message = `leadId must be the ID of a lead. There is no lead ${given.leadId}.`;
    throw new HttpError(404, 'not_found', message, { param: 'leadId' });
  }
  if (lead.phone === '')
    throw new HttpError(409, 'no_phone', `${lead.id} has no phone to send a text message to.`);
  if (lead.isOptedOut)
    throw new HttpError(409, 'opted_out', `${lead.id} has opted out of text messages (replied STOP).`);
  if (lead.asksToStop) {
    const message = `${lead.id} seems to have asked for no more text messages. Say what was meant with optOut, true or false, in PATCH /v1/leads/${lead.id}.`;
    throw new HttpError(409, 'asks_to_stop', message);
  }
  const { requestKey } = record;
  const message: Message = {
    // Outbox rows of two leads must not share an id, though a caller has used one key for both.
    id: `M-${requestKey === '' ? Utilities.getUuid() : digest(`${requestKey} ${lead.id}`, 22)}`,
    direction: 'outbound',
    body: given.body,
    status: 'queued',
    at: new Date().toISOString(),
    error: null,
    ...(requestKey === '' ? {} : record),
  };
  const stored = queue(lead, message);
  // Messages have moved to the archive, that of an earlier request perhaps among them.
  if (!stored) return sendMessage(call);
  // The same request may have been made twice at once.
  if (requestKey !== '') assertSameRequest(stored, record);
  return queued(message);
}

/** The message that this request has made before, wherever it is stored now. */
function findEarlier(
  leadId: string,
  lead: Lead | undefined,
  record: IdempotencyRecord,
): Pick<Message, 'id'> | undefined {
  const { requestKey } = record;
  if (requestKey === '') return undefined;
  const earlier = lead
    ? historyOf(lead).messages.find((message) => message.requestKey === requestKey)
    : findDeletedMessage(leadId, requestKey);
  if (earlier) assertSameRequest(earlier, record);
  return earlier;
}

function assertSameRequest(
  { requestHash = '' }: Pick<Message, 'requestHash'>,
  record: IdempotencyRecord,
): void {
  assertSameBody({ requestKey: record.requestKey, requestHash }, record);
}

function queued({ id }: Pick<Message, 'id'>): Response {
  return new Response({ id, status: 'queued' }, { status: 201 });
}

/**
 * The job is written just before the message, under the same lock: each message has one, however often it is asked for.
 * Returns the message of this ID that is in the thread then; undefined where the thread no longer begins as it did.
 */
function queue({ id: leadId, version, thread: [first] }: Lead, message: Message): Message | undefined {
  const job = { id: message.id, kind: MESSAGE_KIND, entityId: leadId, version: version + 1 };
  const row = { ...job, runAt: new Date(), attempts: 0, state: 'queued', error: '' } as const;
  const updated = update(
    LEADS,
    leadId,
    (current) => {
      const { thread } = current;
      const hasMoved = first !== undefined && thread[0]?.id !== first.id;
      if (hasMoved || thread.some(({ id }) => id === message.id)) return {};
      return withWaiting(current, { thread: [...thread, message], updatedAt: new Date() });
    },
    { first: () => [write.insert(OUTBOX, [row])], opens: [OUTBOX] },
  );
  const lead = orNotFound(updated, `lead ${leadId}`);
  archiveLead(lead);
  wakeWorker();
  return lead.thread.find(({ id }) => id === message.id);
}

function getThread({ params: { leadId = '' }, query }: Call<undefined, ThreadQuery>): ThreadView {
  const { messages } = historyOf(orNotFound(find(LEADS, leadId), `lead ${leadId}`));
  const { data, ...page } = pageOf(messages, query);
  return { leadId, data: withReason(data.map(toMessageView)), ...page };
}
