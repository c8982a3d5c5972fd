import type * as v from 'valibot';
import { type Fields, toShown } from './openapi-schema';

/** An event that the service pushes. */
export interface DescribedEvent {
  /** `order.updated` */
  type: string;
  /** Says when it is pushed. */
  summary: string;
  description: string;
  /** The tag of what it is about, whose fields it has. */
  tag: string;
  /** Schema of the whole body. */
  schema: v.GenericSchema;
  /** Example of the header `webhook-id`. */
  exampleId: string;
}

/** The tag of all events. */
export const EVENTS_TAG = 'events';

/** Answers of receivers, and what follows. */
const RESPONSES = {
  '2XX': { description: 'Received. Any status that is not listed here counts as a failure and is retried.' },
  410: { description: 'No longer wanted. Disables the endpoint.' },
  429: { description: 'Retried, after the time in Retry-After if there is one.' },
  503: { description: 'Retried, after the time in Retry-After if there is one.' },
};

/** The events as OpenAPI describes requests that the service makes itself. */
export function toWebhooks(events: readonly DescribedEvent[], fields: Fields): object {
  return Object.fromEntries(events.map((event) => [event.type, { post: describe(event, fields) }]));
}

/** `order.updated` has the operation ID onOrderUpdated. */
function describe({ type, summary, description, tag, ...event }: DescribedEvent, fields: Fields): object {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const { schema, example } = toShown(event.schema, { fields, tag });
  return {
    tags: [EVENTS_TAG],
    operationId: ['on', ...words].join(''),
    summary,
    description,
    security: [],
    parameters: [
      header('webhook-id', 'The same for every attempt to push the event.', event.exampleId),
      header('webhook-timestamp', 'When the attempt was made, in seconds since 1970.', '1795251918'),
      header(
        'webhook-signature',
        'One or two signatures, separated by a space: v1, a comma, and the HMAC-SHA256 of the ID, the timestamp and the raw body in base64, as defined by Standard Webhooks.',
        'v1,scr8yI2oX6ZvLieDdoQVx7wWpPOJOkhKEcXpB7PvTbw=',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: RESPONSES,
  };
}

function header(name: string, description: string, example: string): object {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
