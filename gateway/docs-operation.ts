import { html } from 'hono/html';
import type { Operation } from './docs-document';
import { toExamples } from './docs-examples';
import { fieldsOf, type Html, toFieldList } from './docs-fields';

type Answer = Operation['responses'][string];

/** The names of OpenAPI's places of a parameter, and what people call them. */
const PLACES = { path: 'In the path', query: 'In the query', header: 'Headers' };

/** The fields and answers of an operation, with its examples beside it. */
export function toOperationEntry(operation: Operation, origin: string): Html {
  const { method, path, operationId, summary, description, parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses);
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
    <div class="prose">
      <h3 id="${operationId}-title">${summary}</h3>
      <p><b class="${method}">${method}</b> <code>${path}</code></p>
      <p>${description}</p>
      ${Object.entries(PLACES).map(([place, title]) => {
        const fields = parameters.filter((one) => one.in === place);
        return fields.length > 0 ? html`<h4>${title}</h4>${toFieldList(fields)}` : '';
      })}
      ${Object.entries(requestBody.content).map(([type, { schema }]) => html`<h4>Body <small class="soft">${type}</small></h4>${toFieldList(fieldsOf(schema))}`)}
      <h4>Responses</h4>
      <ul class="fields">${answers.map(toAnswer)}</ul>
    </div>
    <div class="examples">
      ${toRequestFigure(operation, origin)}
      ${answers.flatMap(([status, { content }]) => Object.entries(content).map((one) => toFigure(`Response ${status}`, one)))}
    </div>
  </article>`;
}

function toAnswer([status, { description, content }]: [string, Answer]): Html {
  const fields = Number(status) < 400 ? Object.values(content).flatMap(({ schema }) => fieldsOf(schema)) : [];
  return html`<li><b>${status}</b> ${description}
    ${fields.length > 0 ? html`<details><summary>Fields of the response</summary>${toFieldList(fields)}</details>` : ''}
  </li>`;
}

/** A request to copy, in the language that the reader chose; an event is shown as it comes. */
function toRequestFigure(operation: Operation, origin: string): Html {
  const examples = toExamples(operation, origin);
  if (examples.length === 0)
    return html`${Object.entries(operation.requestBody.content).map((one) => toFigure('Body', one))}`;
  return html`<figure class="card">
    <figcaption class="row">
      ${examples.map(([language]) => html`<button class="quiet" data-show="${language}">${language}</button>`)}
      <button class="quiet" data-copy>Copy</button>
    </figcaption>
    ${examples.map(([language, code]) => html`<pre class="${language}">${code}</pre>`)}
  </figure>`;
}

function toFigure(title: string, [type, { example }]: [string, Answer['content'][string]]): Html | string {
  if (example === undefined) return '';
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`<figure class="card"><figcaption class="row">${title} <small class="soft">${type}</small></figcaption><pre>${text}</pre></figure>`;
}
