import * as v from 'valibot';
import type { ORDER_UPDATED } from '../cafe/orders/order-events';
import { OrderView } from '../cafe/orders/order-view';
import { ORDER } from '../document/cafe-examples';
import { MESSAGE, PUSHED_LEAD } from '../document/lead-examples';
import { Instant } from '../http/fields';
import type { DescribedEvent } from '../http/openapi-webhooks';
import type { LeadEventType } from '../leads/lead/lead-events';
import { LeadView } from '../leads/lead/lead-view';
import { MessageView } from '../leads/thread/thread';
import type { TEST_EVENT } from '../pushes/push-test';

const NOT_PUSHED = ['messages', 'messagesTotal', 'activities', 'activitiesTotal'] as const;

const PushedLead = v.omit(LeadView, NOT_PUSHED);

/** Without its notes, where a push would be too large. */
const ShortLead = v.strictObject({ ...v.omit(PushedLead, ['notes']).entries, hasNotes: v.literal(false) });

/** Without its items, where a push would be too large. */
const ShortOrder = v.strictObject({ ...v.omit(OrderView, ['items']).entries, hasItems: v.literal(false) });

const LEAD_DATA = v.union([PushedLead, ShortLead]);

const LATE = 'The lead as it was when the event was sent. Ignore it if its version is not higher than yours.';

/** What the document says of an event. */
interface Described extends Omit<DescribedEvent, 'type' | 'schema' | 'example'> {
  data: v.GenericSchema;
  example: { timestamp: string; data: object };
}

/** Everything that is pushed, by its type. It is not in the script. */
const DESCRIBED: Readonly<Record<LeadEventType | typeof ORDER_UPDATED | typeof TEST_EVENT, Described>> = {
  'order.updated': {
    summary: 'The status, refund or dispute of an order has changed',
    description:
      'The order as it was when the event was sent, as its cafe reads it. Ignore it if its version is not higher than yours.',
    tag: 'orders',
    data: v.union([OrderView, ShortOrder]),
    example: { timestamp: ORDER.updatedAt, data: ORDER },
    exampleId: `evt_${ORDER.id}_${ORDER.version}`,
  },
  'lead.created': {
    summary: 'A lead was created',
    description: LATE,
    tag: 'leads',
    data: LEAD_DATA,
    example: {
      timestamp: PUSHED_LEAD.createdAt,
      data: { ...PUSHED_LEAD, status: 'new', updatedAt: PUSHED_LEAD.createdAt, version: 1 },
    },
    exampleId: 'evt_L-7_1',
  },
  'lead.updated': {
    summary: 'A lead was changed',
    description: LATE,
    tag: 'leads',
    data: LEAD_DATA,
    example: { timestamp: PUSHED_LEAD.updatedAt, data: PUSHED_LEAD },
    exampleId: `evt_L-7_${PUSHED_LEAD.version}`,
  },
  'message.received': {
    summary: 'A lead has sent a text',
    description: 'The message, as in its thread.',
    tag: 'messaging',
    data: v.strictObject({ leadId: v.string(), message: MessageView }),
    example: { timestamp: MESSAGE.at, data: { leadId: 'L-7', message: MESSAGE } },
    exampleId: `evt_${MESSAGE.id}`,
  },
  'endpoint.test': {
    summary: 'The endpoint was tested',
    description: 'Pushed once, by POST /v1/push-endpoints/{id}/test.',
    tag: 'push-endpoints',
    data: v.strictObject({ endpointId: v.string() }),
    example: { timestamp: '2026-11-21T12:05:00.000Z', data: { endpointId: 'P-1' } },
    exampleId: 'evt_test_5b1c0d2e-8f47-4a39-b6d1-93e07c5a2f18',
  },
};

export const EVENTS: readonly DescribedEvent[] = Object.entries(DESCRIBED).map(
  ([type, { data, example, ...described }]) => ({
    ...described,
    type,
    schema: v.strictObject({
      type: v.pipe(v.literal(type), v.description('The kind of event.')),
      timestamp: v.pipe(Instant, v.description('When it happened.')),
      data: v.pipe(data, v.description('What the event is about.')),
    }),
    example: { type, ...example },
  }),
);
