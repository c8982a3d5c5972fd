import type { Got, Sent } from './ways';

/** As much of an OpenAPI document as the tests read. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  /** By the types of the events. */
  webhooks: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
}

interface Parameter {
  name?: string;
  in?: string;
  $ref?: string;
  description?: string;
  schema?: object;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { headers?: object; content?: Content }>;
}

/** By content types. */
export type Content = Record<string, { schema: object; example?: unknown }>;

type Asked = Pick<Sent, 'method' | 'path'>;

/** Holds an answer to the document by its status and its content type. */
export function assertDescribed(document: Document, asked: Asked, { status, headers, text }: Got): void {
  const operation = findOperation(document, asked);
  // Where nothing is described, there is nothing; a plain call that went well cannot say its status.
  if (!operation || status === undefined) return;
  const { operationId, responses } = operation;
  expect([operationId, Object.keys(responses)]).toEqual([
    operationId,
    expect.arrayContaining([String(status)]),
  ]);
  if (!headers) return;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const types = Object.keys(responses[status]?.content ?? {});
  // A list may come as CSV too.
  const expected = text === '' ? [] : expect.arrayContaining([type]);
  expect([operationId, status, types]).toEqual([operationId, status, expected]);
}

/** Tell of the message rather than of what it says. */
const OF_ANY_ANSWER = ['cache-control', 'content-type'];

/** Holds the headers that the script sends, before a gateway adds its own, to the document. */
export function assertHeadersDescribed(document: Document, asked: Asked, { status, headers }: Got): void {
  const operation = findOperation(document, asked);
  if (!operation || status === undefined) return;
  const { operationId, responses } = operation;
  const described = Object.keys(responses[status]?.headers ?? {}).map((name) => name.toLowerCase());
  const known = [...OF_ANY_ANSWER, ...described];
  const unknown = Object.keys(headers ?? {}).filter((name) => !known.includes(name));
  expect([operationId, status, unknown]).toEqual([operationId, status, []]);
}

/** The operation that is asked; what is spelled out goes before what takes any word. */
export function findOperation({ paths }: Document, { method = 'GET', path }: Asked): Operation | undefined {
  const parametersIn = (pattern: string) => pattern.split('{').length;
  const [pattern = ''] = Object.keys(paths)
    .filter((one) => toRegExp(one).test(path))
    .sort((a, b) => parametersIn(a) - parametersIn(b));
  return paths[pattern]?.[method.toLowerCase()];
}

function toRegExp(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}
