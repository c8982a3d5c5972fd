import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described } from '../../http/described';
import { maxText } from '../../http/fields';
import { orNotFound } from '../../http/http-error';
import { type Call, type Response, type Routes, route } from '../../http/route';
import { quote } from '../../platform/quote';
import { pushQueued, repeatPush } from '../../pushes/repeat';
import { find } from '../../tables/tables';
import { LEADS } from '../tables';
import { eventJobOf, findReceived, LEAD_EVENTS } from './lead-events';

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

export const REPEAT_PUSH_ROUTES: Routes = {
  'POST /webhooks/leads': route({
    summary:
      'Pushes the current state of a lead, or a message of it, to the endpoints for leads again, at once',
    access: rolesWith('lead endpoints'),
    body: RepeatPush,
    response: pushQueued('leadId', 'evt_L-7_4'),
    status: 202,
    errorStatuses: [404],
    handle: repeatLead,
  }),
};

function repeatLead({ body: { leadId, messageId } }: Call<RepeatPush>): Response {
  const lead = orNotFound(find(LEADS, leadId), `lead ${quote(leadId)}`, 'leadId');
  const message =
    messageId === undefined
      ? undefined
      : orNotFound(
          findReceived(lead, ({ id }) => id === messageId),
          `message ${quote(messageId)} that ${leadId} has sent`,
          'messageId',
        );
  const job = eventJobOf(lead, message);
  return repeatPush(LEAD_EVENTS, { job, entity: lead }, 'leadId');
}
