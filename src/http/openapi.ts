import { toOperation } from './openapi-operation';
import { SHARED_PARTS } from './openapi-parts';
import type { Routes } from './route';

const DESCRIPTION = [
  'Desks in Google Sheets. Times are RFC 3339 in UTC; unknown fields are rejected.',
  'Simple clients call the web app directly: its URL with ?path=/v1/...&token=..., as a POST with method=PATCH or',
  'method=DELETE for those methods, with idempotency_key and if_match in place of the headers.',
].join(' ');

/** The OpenAPI 3.1 document of route tables: nothing in it is written twice. Made by the build. */
export function toDocument(routes: readonly Routes[]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sheetdesk',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ credential: [] }],
    paths: toPaths(routes),
    components: {
      securitySchemes: {
        credential: { type: 'http', scheme: 'bearer', description: 'An API key or a session token.' },
      },
      ...SHARED_PARTS,
    },
  };
}

function toPaths(routes: readonly Routes[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [endpoint, declared] of routes.flatMap((table) => Object.entries(table))) {
    const { method, path } = split(endpoint);
    const operation = { tags: [tagOf(endpoint)], ...toOperation(declared, { method, path }) };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
}

/** `PATCH /v1/leads/:id` as OpenAPI writes it. */
function split(endpoint: string): { method: string; path: string } {
  const [method = '', path = ''] = endpoint.replace(/:(\w+)/g, '{$1}').split(' ');
  return { method, path };
}

/** The first word of the path that says what it is about. */
function tagOf(endpoint: string): string {
  return endpoint.replace(/^\w+ \/(v1\/)?/, '').replace(/\W.*$/, '');
}
