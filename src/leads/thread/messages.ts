import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { listLeadUsers } from '../../accounts/users';
import { described, withExample } from '../../http/described';
import { Deleted, listPageOf, maxText, pageOf, pageQuery } from '../../http/fields';
import { GivenInstant } from '../../http/filters';
import { HttpError, invalid, orNotFound } from '../../http/http-error';
import { assertSameBody, type IdempotencyRecord, idempotencyRecord } from '../../http/idempotency';
import { ifMatch } from '../../http/reply';
import { type Call, Response, type Routes, route } from '../../http/route';
import { OUTBOX } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { DAY_MS, digest, MINUTE_MS } from '../../platform/platform';
import { quote } from '../../platform/quote';
import { find, update } from '../../tables/tables';
import * as write from '../../tables/writes';
import { withReason } from '../../texts/texts';
import type { Message } from '../entries';
import { archiveLead } from '../lead/activities';
import { findCalendarUrl } from '../lead/appointment';
import { findDeletedMessage } from '../lead/deleted-leads';
import { historyOf } from '../lead/history';
import { SUMMARY } from '../lead/lead-view';
import { MessageView, toMessageView } from '../lead/message-view';
import { textJobs } from '../lead/text-jobs';
import { withWaiting } from '../lead/waiting';
import { leadLists } from '../lists';
import { MergedLead, orMerged, orMoved } from '../merged';
import { describeVehicle } from '../scoring/alert-text';
import { LEADS, type Lead, VEHICLES } from '../tables';
import { fillTemplate } from './templates';

/** Providers accept ten segments. */
const MAX_CHARACTERS = 1_600;

const NewMessage = v.strictObject({
  leadId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
  body: described(
    v.exactOptional(
      v.pipe(
        v.string(),
        v.check((text) => text.trim() !== '', 'must not be blank.'),
        v.maxLength(MAX_CHARACTERS),
      ),
    ),
    'The text. Either this or `template` is required.',
    'It is. Would Saturday suit you?',
  ),
  template: described(
    v.exactOptional(maxText(80)),
    'The name of a template in the Lists tab, which is filled in and sent in place of `body`.',
  ),
  sendAt: described(
    v.exactOptional(GivenInstant),
    'When to send it, within 30 days. It goes out then, or when the hours of automatic texts in the Lists tab begin.',
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

const access = rolesWith('leads');

export const MESSAGE_ROUTES: Routes = {
  'POST /v1/messaging/messages': route({
    summary: 'Queues a message to a lead',
    access,
    body: withExample(NewMessage, { leadId: 'L-7', body: 'It is. Would Saturday suit you?' }),
    response: MessageCreated,
    status: 201,
    errorStatuses: [404, 409],
    idempotent: true,
    handle: sendMessage,
  }),
  'DELETE /v1/messaging/threads/:leadId/messages/:id': route({
    summary: 'Cancels a message that has not been sent yet',
    access,
    response: Deleted,
    errorStatuses: [409],
    handle: cancelMessage,
  }),
  'GET /v1/messaging/threads/:leadId': route({
    summary: 'Lists the messages to and from a lead, oldest first',
    access,
    query: ThreadQuery,
    response: ThreadView,
    otherResponses: { 301: MergedLead },
    handle: getThread,
  }),
};

/** Queues a message. The timer sends it, and the provider's delivery reports update its status. */
function sendMessage(call: Call<NewMessage>): Response {
  const { body: given, caller, request } = call;
  const record = idempotencyRecord(caller, request, given);
  const found = find(LEADS, given.leadId);
  const earlier = findEarlier(given.leadId, found, record);
  if (earlier) return queued(earlier);
  const lead = orMerged(found, given.leadId, 'leadId');
  if (lead.phone === '')
    throw new HttpError(409, 'no_phone', `${lead.id} has no phone to send a text message to.`);
  if (lead.isOptedOut)
    throw new HttpError(409, 'opted_out', `${lead.id} has opted out of text messages (replied STOP).`);
  if (lead.asksToStop) {
    const message = `${lead.id} seems to have asked for no more text messages. Say what was meant with optOut, true or false, in PATCH /v1/leads/${lead.id}.`;
    throw new HttpError(409, 'asks_to_stop', message);
  }
  const text = textOf(given, lead, caller?.id ?? '');
  assertSendAt(given.sendAt);
  const { requestKey } = record;
  const message: Message = {
    // Outbox rows of two leads must not share an id, though a caller has used one key for both.
    id: `M-${requestKey === '' ? Utilities.getUuid() : digest(`${requestKey} ${lead.id}`, 22)}`,
    direction: 'outbound',
    body: text,
    status: 'queued',
    at: new Date().toISOString(),
    error: null,
    ...(given.sendAt === undefined ? {} : { sendAt: given.sendAt }),
    ...(requestKey === '' ? {} : record),
  };
  const stored = queue(lead, message);
  // Messages have moved to the archive, that of an earlier request perhaps among them.
  if (!stored) return sendMessage(call);
  // The same request may have been made twice at once.
  if (requestKey !== '') assertSameRequest(stored, record);
  return queued(message);
}

/** The text of a message, or of the template that it names. @throws HttpError 422 */
function textOf({ body, template: name }: NewMessage, lead: Lead, callerId: string): string {
  if (body !== undefined && name !== undefined)
    throw invalid('Only one of body and template can be given.', 'template');
  if (name === undefined) {
    if (body === undefined) throw invalid('body or template is required.', 'body');
    return body;
  }
  const template = leadLists().templates.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  if (!template)
    throw invalid(`template must be the name of one in the Lists tab (got ${quote(name)}).`, 'template');
  const vehicle = lead.vehicleId === '' ? undefined : find(VEHICLES, lead.vehicleId);
  const users = new Map(listLeadUsers().map((user) => [user.id, user.name]));
  const { text, missing } = fillTemplate(template.text, {
    name: lead.name === lead.phone ? '' : lead.name,
    vehicle: vehicle ? describeVehicle(vehicle) : '',
    agent: users.get(lead.agentId) ?? users.get(callerId) ?? '',
    appointment: findCalendarUrl(lead) ?? '',
  });
  if (missing.length > 0)
    throw invalid(
      `template needs a value for ${missing.join(', ')}, which ${lead.id} does not have.`,
      'template',
    );
  if (text.length > MAX_CHARACTERS)
    throw invalid(
      `template must be at most ${MAX_CHARACTERS} characters filled in (got ${text.length}).`,
      'template',
    );
  return text;
}

/** Messages that are yet to be sent stay in the row of their lead, so they may not lie far ahead. */
const MAX_AHEAD_MS = 30 * DAY_MS;

function assertSendAt(sendAt: string | undefined): void {
  if (sendAt === undefined) return;
  const ahead = Date.parse(sendAt) - Date.now();
  if (ahead < -MINUTE_MS || ahead > MAX_AHEAD_MS)
    throw invalid(`sendAt must be within the next 30 days (got ${quote(sendAt)}).`, 'sendAt');
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
function queue({ id: leadId, thread: [first] }: Lead, message: Message): Message | undefined {
  const updated = update(
    LEADS,
    leadId,
    (current) => {
      const { thread } = current;
      const hasMoved = first !== undefined && thread[0]?.id !== first.id;
      if (hasMoved || thread.some(({ id }) => id === message.id)) return {};
      return withWaiting(current, { thread: [...thread, message], updatedAt: new Date() });
    },
    {
      first: (next) => [write.insert(OUTBOX, textJobs({ ...next, thread: [message] }, undefined))],
      opens: [OUTBOX],
    },
  );
  const lead = orMerged(updated, leadId, 'leadId');
  archiveLead(lead);
  wakeWorker();
  return lead.thread.find(({ id }) => id === message.id);
}

/** The message stays in its thread, so that a repeated request does not make it anew. May be repeated. */
function cancelMessage({ params: { leadId = '', id = '' }, request }: Call): Deleted {
  let found: Message | undefined;
  const cancel = (lead: Lead) => {
    found = lead.thread.find((message) => message.id === id);
    if (found?.status !== 'queued' || found.askedAt !== undefined) return {};
    const thread = lead.thread.map((one) => (one.id === id ? { ...one, status: 'canceled' as const } : one));
    return withWaiting(lead, { thread, updatedAt: new Date() });
  };
  const lead = orMerged(update(LEADS, leadId, cancel, ifMatch(request)), leadId);
  const { status } = orNotFound(
    found ?? historyOf(lead).messages.find((one) => one.id === id),
    `message ${id}`,
  );
  if (lead.thread.some((one) => one.id === id && one.status === 'canceled')) return { id, deleted: true };
  const message = `${id} cannot be canceled: its status is ${status === 'queued' ? 'sending' : status}.`;
  throw new HttpError(409, 'already_sent', message);
}

function getThread({ params: { leadId = '' }, query }: Call<undefined, ThreadQuery>): unknown {
  return orMoved(
    leadId,
    (moved) => `/v1/messaging/threads/${moved}`,
    (lead): ThreadView => {
      const { data, ...page } = pageOf(historyOf(lead).messages, query);
      return { leadId, data: withReason(data.map(toMessageView)), ...page };
    },
  );
}
