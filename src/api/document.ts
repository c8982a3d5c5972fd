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

/** Words of the OpenAPI document for each tag. */
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
