import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described } from '../../http/described';
import { maxText } from '../../http/fields';
import { HttpError } from '../../http/http-error';
import { type Call, Response, type Routes, route } from '../../http/route';
import { quote } from '../../platform/quote';
import { repeatPush } from '../../pushes/repeat';
import { find } from '../../tables/tables';
import type { Message } from '../entries';
import { LEADS, type Lead } from '../tables';
import { historyOf } from './history';
import { eventJobOf, LEAD_EVENTS } from './lead-events';

const Id = v.pipe(maxText(80), v.nonEmpty());

const RepeatPush = v.strictObject({
  leadId: described(Id, 'The ID of the lead.', 'L-7'),
  messageId: described(
    v.exactOptional(Id),
    'The ID of a message of its thread: then its event is pushed again.',
    'M-SM5f0c2e7d41b98a36',
  ),
});
type RepeatPush = v.InferOutput<typeof RepeatPush>;

const PushQueued = v.strictObject({
  id: described(v.string(), 'The ID of the event, which stays the same.', 'evt_L-7_4'),
  leadId: v.string(),
  status: described(
    v.literal('queued'),
    'Always queued. It is pushed at once; if that fails, the timer retries it.',
  ),
});

export const REPEAT_PUSH_ROUTES: Routes = {
  'POST /webhooks/leads': route({
    summary:
      'Pushes the current state of a lead, or a message of it, to the endpoints for leads again, at once',
    access: rolesWith('lead endpoints'),
    body: RepeatPush,
    response: PushQueued,
    status: 202,
    errorStatuses: [404],
    handle: repeatLead,
  }),
};

function repeatLead({ body: { leadId, messageId } }: Call<RepeatPush>): Response {
  const lead = find(LEADS, leadId);
  if (!lead) throw notFound(`lead ${quote(leadId)}`, 'leadId');
  const message = messageId === undefined ? undefined : findReceived(lead, messageId);
  if (messageId !== undefined && !message)
    throw notFound(`message ${quote(messageId)} that ${leadId} has sent`, 'messageId');
  const job = eventJobOf(lead, message);
  repeatPush(LEAD_EVENTS, { job, entity: lead });
  return new Response({ id: job.id, leadId, status: 'queued' }, { status: 202 });
}

/** Finds a text that the lead has sent, in the archive too. */
function findReceived(lead: Lead, id: string): Message | undefined {
  const isMeant = (message: Message) => message.id === id && message.direction === 'inbound';
  return lead.thread.find(isMeant) ?? historyOf(lead).messages.find(isMeant);
}

function notFound(what: string, param: string): HttpError {
  return new HttpError(404, 'not_found', `There is no ${what}.`, { param });
}
