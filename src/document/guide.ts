import { firstWord, type Guide } from '../http/openapi-guide';
import { ACCOUNT_EXAMPLES } from './account-examples';
import { CAFE_EXAMPLES } from './cafe-examples';
import { LEAD_EXAMPLES } from './lead-examples';
import { MEANINGS } from './meanings';
import { PUSH_EXAMPLES } from './push-examples';

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

/** What integrators read beside the declarations of the routes. It is in the document alone, not in the script. */
export const GUIDE: Guide = {
  tags: TAGS,
  /** `cafes/{cafeId}/orders` belongs to the orders. */
  tagOf: (resource) => {
    const own = firstWord(resource.replace(/^cafes\/\{\w+\}\//, ''));
    return own in TAGS ? own : firstWord(resource);
  },
  labelOf: (path) => LABELS.find(([paths]) => paths.test(path))?.[1] ?? '',
  meanings: MEANINGS,
  examples: { ...ACCOUNT_EXAMPLES, ...LEAD_EXAMPLES, ...CAFE_EXAMPLES, ...PUSH_EXAMPLES },
};
