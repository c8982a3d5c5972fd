import { html, raw } from 'hono/html';
import * as v from 'valibot';
import { GatewayError } from './gateway-error';

const Reference = v.object({ $ref: v.string() });

const Parameter = v.object({
  name: v.string(),
  in: v.string(),
  required: v.optional(v.boolean(), false),
  schema: v.optional(v.record(v.string(), v.unknown()), {}),
});

const Content = v.record(v.string(), v.object({ schema: v.unknown() }));

const Operation = v.object({
  summary: v.string(),
  description: v.optional(v.string(), ''),
  tags: v.array(v.string()),
  parameters: v.optional(v.array(v.union([Reference, Parameter])), []),
  requestBody: v.optional(v.object({ content: Content })),
  responses: v.record(v.string(), v.object({ description: v.string(), content: v.optional(Content, {}) })),
});

/** The parts of an OpenAPI document that the page shows. */
const OpenApiDocument = v.object({
  info: v.object({ title: v.string(), description: v.optional(v.string(), '') }),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
});

type Html = ReturnType<typeof html>;

interface PathOperation extends v.InferOutput<typeof Operation> {
  method: string;
  path: string;
}

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The OpenAPI document as a page to read, without scripts and external requests. */
export async function serveDocs(document: Response): Promise<Response> {
  const parsed = v.safeParse(OpenApiDocument, await document.json());
  if (!parsed.success)
    throw new GatewayError('bad_gateway', `The script sent no OpenAPI document (${document.status}).`);
  return new Response(String(toDocsPage(parsed.output)), { headers: PAGE_HEADERS });
}

function toDocsPage({ info, paths }: v.InferOutput<typeof OpenApiDocument>): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  const tagNames = [...new Set(operations.flatMap(({ tags }) => tags))];
  const withTag = (name: string) => operations.filter(({ tags }) => tags.includes(name));
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${info.title}</title>
    <style>${raw(STYLE)}</style>
  </head>
  <body>
    <header>
      <h1>${info.title}</h1>
      <p>${info.description} Credentials: <code>Authorization: Bearer …</code>.
        OpenAPI document: <a href="/openapi.json">openapi.json</a>.</p>
      <nav>${tagNames.map((name) => html`<a href="#${name}">${name}</a> `)}</nav>
    </header>
    <main>${tagNames.map((name) => html`<section id="${name}"><h2>${name}</h2>${withTag(name).map(toOperationEntry)}</section>`)}</main>
  </body>
</html>`;
}

function toOperationEntry({
  method,
  path,
  summary,
  description,
  parameters,
  requestBody,
  responses,
}: PathOperation): Html {
  const bodies = Object.entries(requestBody?.content ?? {});
  return html`<details>
    <summary><b>${method}</b> <code>${path}</code> <span>${summary}</span></summary>
    <p>${description}</p>
    ${parameters.length > 0 ? html`<h3>Parameters</h3><ul>${parameters.map(toParameter)}</ul>` : ''}
    ${bodies.map(([type, { schema }]) => html`<h3>Request body</h3><small>${type}</small>${toCode(schema)}`)}
    <h3>Responses</h3>
    ${Object.entries(responses).map(toResponseEntry)}
  </details>`;
}

function toParameter(parameter: PathOperation['parameters'][number]): Html {
  if ('$ref' in parameter)
    return html`<li><code>${parameter.$ref.replace(/^.*\//, '')}</code> in the header</li>`;
  const { name, in: place, required, schema } = parameter;
  return html`<li><code>${name}</code> in the ${place}${required ? ', required' : ''} <small>${JSON.stringify(schema)}</small></li>`;
}

function toResponseEntry([status, { description, content }]: [
  string,
  PathOperation['responses'][string],
]): Html {
  const schema = content['application/json']?.schema;
  const isError = schema === undefined || JSON.stringify(schema).includes('/schemas/Error');
  return html`<p><b>${status}</b> ${description}</p>${isError ? '' : toCode(schema)}`;
}

function toCode(schema: unknown): Html {
  return html`<pre>${JSON.stringify(schema, null, 2)}</pre>`;
}

/** Light or dark as the reader has it. */
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2rem 0 .5rem; text-transform: capitalize; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
code, pre { font: .9em/1.4 ui-monospace, monospace; }
pre { overflow: auto; padding: .75rem; border-radius: .4rem; background: light-dark(#f3f3f5, #26262b); }
details { border-top: 1px solid light-dark(#ccc, #444); padding: .5rem 0; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4rem; }
summary span, small { color: light-dark(#555, #aaa); }
`;
