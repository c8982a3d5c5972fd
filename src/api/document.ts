import * as v from 'valibot';
import type { ORDER_UPDATED } from '../cafe/orders/order-events';
import { CafeOrderView, OrderView } from '../cafe/orders/order-view';
import { described } from '../http/described';
import { Instant } from '../http/fields';
import { firstWord, type Guide, toDocument } from '../http/openapi';
import type { DescribedEvent } from '../http/openapi-webhooks';
import type { Routes } from '../http/route';
import { withDocument } from '../http/web-app';
import type { LeadEventType } from '../leads/lead/lead-events';
import { LeadView } from '../leads/lead/lead-view';
import { MessageView } from '../leads/thread/thread';
import type { TEST_EVENT } from '../pushes/push-test';

/** What the OpenAPI document says of each tag. */
const TAGS: Guide['tags'] = {
  health: 'For monitoring.',
  auth: 'Logging in and out, and who is logged in.',
  leads: 'Sales leads, scored when they are created.',
  vehicles: 'The inventory of all locations.',
  analytics: 'Figures about leads.',
  messaging: 'Text messages to and from leads.',
  cafes: 'Cafes, their opening hours and takings.',
  menu: 'What customers can order.',
  orders: 'Orders of customers.',
  webhooks: 'Calls from the payment provider, and pushes on request.',
  'push-endpoints': 'The URLs that events are pushed to.',
  devices: 'Shared tablets of a cafe, which stay logged in.',
  openapi: 'This document.',
  events: 'What is pushed to push endpoints. Each push is a POST to the URL of the endpoint.',
};

/** The labels that both interfaces give themselves, each by the paths that it describes. */
const LABELS: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/(leads|vehicles|analytics|messaging|auth\/log)/, 'Vehicle lead management, v1.4.'],
  [/^\/(v1\/(cafes|menu|orders|devices|auth\/session)|webhooks)\b/, 'Cafe ordering, v1.'],
  [/^\/v1\/push-endpoints/, 'Vehicle lead management, v1.4, and cafe ordering, v1.'],
];

/** What integrators read beside the declarations of the routes. */
const GUIDE: Guide = {
  tags: TAGS,
  /** `cafes/{cafeId}/orders` belongs to the orders. */
  tagOf: (resource) => {
    const own = firstWord(resource.replace(/^cafes\/\{\w+\}\//, ''));
    return own in TAGS ? own : firstWord(resource);
  },
  labelOf: (path) => LABELS.find(([paths]) => paths.test(path))?.[1] ?? '',
};

const NOT_PUSHED = ['messages', 'messagesTotal', 'activities', 'activitiesTotal'] as const;

const PushedLead = v.omit(LeadView, NOT_PUSHED);

/** Without its notes, where a push would be too large. */
const ShortLead = v.strictObject({
  ...v.omit(PushedLead, ['notes']).entries,
  hasNotes: described(
    v.literal(false),
    'Only in a push without notes, which would be too large with them. Read the lead for its notes.',
  ),
});

/** Without its items, where a push would be too large. */
const ShortOrder = v.strictObject({
  ...v.omit(OrderView, ['items']).entries,
  hasItems: described(
    v.literal(false),
    'Only in a push without items, which would be too large with them. Read the order for its items.',
  ),
});

const LEAD_DATA = v.union([PushedLead, ShortLead]);

const LATE = 'The lead as it was when the event was sent. Ignore it if its version is not higher than yours.';

/** What the document says of an event. */
interface Described extends Omit<DescribedEvent, 'type' | 'schema'> {
  data: v.GenericSchema;
}

/** Everything that is pushed, by its type. It is not in the script. */
const DESCRIBED: Readonly<Record<LeadEventType | typeof ORDER_UPDATED | typeof TEST_EVENT, Described>> = {
  'order.updated': {
    summary: 'The status, refund or dispute of an order has changed',
    description:
      'The order as it was when the event was sent, as its cafe reads it. Ignore it if its version is not higher than yours.',
    tag: 'orders',
    data: v.union([CafeOrderView, ShortOrder]),
    exampleId: 'evt_O-12-4k3vw8qlr1tnb5xyc9dmfa_3',
  },
  'lead.created': {
    summary: 'A lead was created',
    description: LATE,
    tag: 'leads',
    data: LEAD_DATA,
    exampleId: 'evt_L-7_1',
  },
  'lead.updated': {
    summary: 'A lead was changed',
    description: LATE,
    tag: 'leads',
    data: LEAD_DATA,
    exampleId: 'evt_L-7_4',
  },
  'message.received': {
    summary: 'A lead has sent a text',
    description: 'The message, as in its thread.',
    tag: 'messaging',
    data: v.strictObject({ leadId: v.string(), message: described(MessageView, 'The message.') }),
    exampleId: 'evt_M-SM5f0c2e7d41b98a36',
  },
  'endpoint.test': {
    summary: 'The endpoint was tested',
    description: 'Pushed once, by POST /v1/push-endpoints/{id}/test.',
    tag: 'push-endpoints',
    data: v.strictObject({ endpointId: v.string() }),
    exampleId: 'evt_test_5b1c0d2e-8f47-4a39-b6d1-93e07c5a2f18',
  },
};

export const EVENTS: readonly DescribedEvent[] = Object.entries(DESCRIBED).map(
  ([type, { data, ...event }]) => ({
    ...event,
    type,
    schema: v.strictObject({
      type: described(v.literal(type), 'The kind of event.'),
      timestamp: described(Instant, 'When it happened.', '2026-11-21T10:02:55.000Z'),
      data: described(data, 'What the event is about.'),
    }),
  }),
);

/** The document of these routes, made by the build: it is in a file beside the script. */
export function toApiDocument(routes: readonly Routes[]): object {
  return toDocument(withDocument(routes), GUIDE, EVENTS);
}
