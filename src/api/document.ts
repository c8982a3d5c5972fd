import * as v from 'valibot';
import { ORDER_EVENTS } from '../cafe/orders/order-events';
import { described } from '../http/described';
import { Instant } from '../http/fields';
import { firstWord, type Guide, toDocument } from '../http/openapi';
import type { DescribedEvent } from '../http/openapi-webhooks';
import type { Routes } from '../http/route';
import { withDocument } from '../http/web-app';
import { LEAD_EVENTS } from '../leads/lead/lead-events';
import { TEST_EVENTS } from '../pushes/push-test';

/** The name and the purpose of each tag, in the order in which people look for it. */
const TAGS: Guide['tags'] = {
  auth: ['Log in', 'Logging in and out, and who is logged in.'],
  users: ['People', 'Users who work with leads.'],
  orders: ['Orders', 'Orders of customers.'],
  menu: ['Menu', 'What customers can order.'],
  cafes: ['Cafes', 'Cafes, their opening hours and takings.'],
  devices: ['Tablets', 'Shared tablets of a cafe, which stay logged in.'],
  leads: ['Leads', 'Sales leads, scored when they are created.'],
  messaging: ['Text messages', 'Text messages to and from leads.'],
  vehicles: ['Vehicles', 'The inventory of all locations.'],
  analytics: ['Lead figures', 'Figures about leads.'],
  reports: ['Reports', 'Questions of owners, answered in figures.'],
  'push-endpoints': ['Webhook endpoints', 'The URLs that events are pushed to.'],
  events: [
    'Webhook events',
    'What is pushed to push endpoints. Each push is a POST to the URL of the endpoint.',
  ],
  webhooks: ['Payment events and repeats', 'Calls from the payment provider, and pushes on request.'],
  health: ['Health', 'For monitoring.'],
  openapi: ['OpenAPI', 'This document.'],
};

/** The labels that both interfaces give themselves, each by the paths that it describes. */
const LABELS: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/(leads|vehicles|analytics|messaging|auth\/log)/, 'Vehicle lead management, v1.4.'],
  [/^\/(v1\/(cafes|menu|orders|devices|auth\/session)|webhooks)\b/, 'Cafe ordering, v1.'],
  [/^\/v1\/push-endpoints/, 'Vehicle lead management, v1.4, and cafe ordering, v1.'],
];

/** Texts that integrators read beside the declarations of the routes. */
const GUIDE: Guide = {
  tags: TAGS,
  /** `cafes/{cafeId}/orders` belongs to the orders. */
  tagOf: (resource) => {
    const own = firstWord(resource.replace(/^cafes\/\{\w+\}\//, ''));
    return own in TAGS ? own : firstWord(resource);
  },
  labelOf: (path) => LABELS.find(([paths]) => paths.test(path))?.[1] ?? '',
};

/** Everything that is pushed. */
export const EVENTS: readonly DescribedEvent[] = Object.entries({
  ...ORDER_EVENTS.types,
  ...LEAD_EVENTS.types,
  ...TEST_EVENTS,
}).map(([type, { data, toPush: _, ...event }]) => ({
  ...event,
  type,
  schema: v.strictObject({
    type: described(v.literal(type), 'The kind of event.'),
    timestamp: described(Instant, 'When it happened.', '2026-11-21T10:02:55.000Z'),
    data: described(data, 'What the event is about.'),
  }),
}));

/** The document of these routes, made by the build: it is in a file beside the script. */
export function toApiDocument(routes: readonly Routes[]): object {
  return toDocument(withDocument(routes), GUIDE, EVENTS);
}
