import { html, raw } from 'hono/html';
import type { Description, Operation } from './description';
import { STYLE } from './docs-style';

type Html = ReturnType<typeof html>;

interface Placed extends Operation {
  method: string;
  path: string;
}

/** A page with every operation, by what it is about; its details unfold without a script. */
export function toPage({ info, paths }: Description): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  const names = [...new Set(operations.flatMap(({ tags }) => tags))];
  const about = (name: string) => operations.filter(({ tags }) => tags.includes(name));
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
      <nav>${names.map((name) => html`<a href="#${name}">${name}</a> `)}</nav>
    </header>
    <main>${names.map((name) => html`<section id="${name}"><h2>${name}</h2>${about(name).map(toEntry)}</section>`)}</main>
  </body>
</html>`;
}

function toEntry({ method, path, summary, description, parameters, requestBody, responses }: Placed): Html {
  const bodies = Object.entries(requestBody?.content ?? {});
  return html`<details>
    <summary><b>${method}</b> <code>${path}</code> <span>${summary}</span></summary>
    <p>${description}</p>
    ${parameters.length > 0 ? html`<h3>Parameters</h3><ul>${parameters.map(toParameter)}</ul>` : ''}
    ${bodies.map(([type, { schema }]) => html`<h3>Request body</h3><small>${type}</small>${toCode(schema)}`)}
    <h3>Responses</h3>
    ${Object.entries(responses).map(toAnswer)}
  </details>`;
}

function toParameter(parameter: Operation['parameters'][number]): Html {
  if ('$ref' in parameter)
    return html`<li><code>${parameter.$ref.replace(/^.*\//, '')}</code> in the header</li>`;
  const { name, in: place, required, schema } = parameter;
  return html`<li><code>${name}</code> in the ${place}${required ? ', required' : ''} <small>${JSON.stringify(schema)}</small></li>`;
}

function toAnswer([status, { description, content }]: [string, Operation['responses'][string]]): Html {
  const schema = content['application/json']?.schema;
  const isError = schema === undefined || JSON.stringify(schema).includes('/schemas/Error');
  return html`<p><b>${status}</b> ${description}</p>${isError ? '' : toCode(schema)}`;
}

function toCode(schema: unknown): Html {
  return html`<pre>${JSON.stringify(schema, null, 2)}</pre>`;
}
