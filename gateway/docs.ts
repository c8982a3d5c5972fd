import { html, raw } from 'hono/html';
import * as v from 'valibot';
import { type FieldSchema, fieldsOf, type Html, toFieldTable } from './docs-fields';
import { type Operation, type Parameter, toOperationEntry } from './docs-operation';
import { SCRIPT, STYLE } from './docs-page';
import { GatewayError } from './gateway-error';

const Schema = v.custom<FieldSchema>((value) => typeof value === 'object' && value !== null);

const Reference = v.object({ $ref: v.string() });

const ParameterPart = v.object({
  name: v.string(),
  in: v.string(),
  required: v.optional(v.boolean(), false),
  description: v.optional(v.string(), ''),
  schema: v.optional(Schema, {}),
  example: v.optional(v.unknown()),
});

const Content = v.record(v.string(), v.object({ schema: Schema, example: v.optional(v.unknown()) }));

const OperationPart = v.object({
  operationId: v.string(),
  summary: v.string(),
  description: v.optional(v.string(), ''),
  tags: v.array(v.string()),
  security: v.optional(v.array(v.unknown())),
  parameters: v.optional(v.array(v.union([Reference, ParameterPart])), []),
  requestBody: v.optional(v.object({ content: Content })),
  responses: v.record(v.string(), v.object({ description: v.string(), content: v.optional(Content, {}) })),
});

/** The parts of an OpenAPI document that the page shows. */
const OpenApiDocument = v.object({
  info: v.object({ title: v.string(), description: v.optional(v.string(), '') }),
  tags: v.optional(v.array(v.object({ name: v.string(), description: v.optional(v.string(), '') })), []),
  paths: v.record(v.string(), v.record(v.string(), OperationPart)),
  /** Events by their types. */
  webhooks: v.optional(v.record(v.string(), v.record(v.string(), OperationPart)), {}),
  components: v.object({
    schemas: v.record(v.string(), Schema),
    parameters: v.record(v.string(), ParameterPart),
  }),
});
type OpenApiDocument = v.InferOutput<typeof OpenApiDocument>;

/** The OpenAPI document as a page to read. It loads nothing, and runs the one script that its policy names by its digest. */
export async function serveDocs(document: Response): Promise<Response> {
  const parsed = v.safeParse(OpenApiDocument, await document.json());
  if (!parsed.success)
    throw new GatewayError('bad_gateway', `The script sent no OpenAPI document (${document.status}).`);
  const [style, script] = await Promise.all([STYLE, SCRIPT].map(toSource));
  const policy = [
    "default-src 'none'",
    `style-src ${style}`,
    `script-src ${script}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  return new Response(String(toDocsPage(parsed.output)), { headers });
}

/** Names a text on the page itself as a Content-Security-Policy does, by its digest. */
async function toSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

function toDocsPage(document: OpenApiDocument): Html {
  const { info, tags, components } = document;
  const operations = operationsOf(document);
  const names = [...new Set(operations.flatMap((operation) => operation.tags))];
  const withTag = (name: string) => operations.filter((operation) => operation.tags.includes(name));
  const about = (name: string) => tags.find((tag) => tag.name === name)?.description ?? '';
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${info.title} API</title>
    <style>${raw(STYLE)}</style>
  </head>
  <body>
    <header>
      <h1>${info.title} API</h1>
      <p>${info.description}</p>
      <p>The lines to try need two variables: the address of this page's host, and an API key or a session token.
        OpenAPI document: <a href="/openapi.json">openapi.json</a>.</p>
      <pre>API=https://…
KEY=…</pre>
    </header>
    <search hidden>
      <label for="search">Search</label>
      <input id="search" type="search" placeholder="orders refund" autocomplete="off">
      <output aria-live="polite"></output>
    </search>
    <nav aria-label="Sections">${names.map((name) => html`<a href="#${name}">${name}</a> `)}</nav>
    <main>
      ${names.map((name) => html`<section id="${name}"><h2>${name}</h2><p>${about(name)}</p>${withTag(name).map(toOperationEntry)}</section>`)}
      <h2>Errors</h2>
      <p>All errors have the same shape.</p>
      ${toFieldTable('Fields', fieldsOf(components.schemas.Error ?? {}))}
    </main>
    <script>${raw(SCRIPT)}</script>
  </body>
</html>`;
}

function operationsOf({ paths, webhooks, components }: OpenApiDocument): Operation[] {
  const resolve = (parameter: Parameter | v.InferOutput<typeof Reference>): Parameter[] => {
    if (!('$ref' in parameter)) return [parameter];
    const known = components.parameters[parameter.$ref.replace(/^.*\//, '')];
    return known ? [known] : [];
  };
  return Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      parameters: operation.parameters.flatMap(resolve),
      method: method.toUpperCase(),
      path,
    })),
  );
}
