import { html } from 'hono/html';
import { toCurl } from './docs-curl';
import { type Field, type FieldSchema, fieldsOf, type Html, toFieldTable } from './docs-fields';

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: FieldSchema;
  example?: unknown;
}

type Content = Readonly<Record<string, { schema: FieldSchema; example?: unknown }>>;

export interface Operation {
  /** Method in capitals. */
  method: string;
  path: string;
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  /** Empty where no credentials are needed. */
  security?: readonly unknown[] | undefined;
  parameters: readonly Parameter[];
  requestBody?: { content: Content } | undefined;
  responses: Readonly<Record<string, { description: string; content: Content }>>;
}

/** Closed until it is chosen; the address of the page with its ID leads to it. */
export function toOperationEntry(operation: Operation): Html {
  const { method, path, operationId, summary, description, parameters, requestBody, responses } = operation;
  const isError = ([status]: [string, unknown]) => Number(status) >= 400;
  const answers = Object.entries(responses);
  const curl = toCurl(operation);
  return html`<details id="${operationId}">
    <summary><b class="${method}">${method}</b> <code>${path}</code> <span>${summary}</span></summary>
    <p>${description}</p>
    ${parameters.length > 0 ? toFieldTable('Parameters', parameters.map(toField)) : ''}
    ${Object.entries(requestBody?.content ?? {}).map(([type, content]) => toBody('Request', type, content))}
    ${curl === undefined ? '' : html`<h3>Try it</h3><pre>${curl}</pre>`}
    ${answers.filter((answer) => !isError(answer)).map(toAnswer)}
    <h3>Errors</h3>
    <ul>${answers.filter(isError).map(([status, error]) => html`<li><b>${status}</b> ${error.description}</li>`)}</ul>
  </details>`;
}

function toField({ name, in: place, required, description, schema }: Parameter): Field {
  return { name, place, schema, isRequired: required, meaning: description };
}

function toAnswer([status, { description, content }]: [string, Operation['responses'][string]]): Html {
  const bodies = Object.entries(content);
  if (bodies.length === 0) return html`<h3>Response ${status}</h3><p>${description}</p>`;
  return html`${bodies.map(([type, body]) => toBody(`Response ${status}`, type, body))}`;
}

function toBody(title: string, type: string, { schema, example }: Content[string]): Html {
  const fields = fieldsOf(schema);
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`<h3>${title} <small>${type}</small></h3>
    ${fields.length > 0 ? toFieldTable('Fields', fields) : ''}
    ${example === undefined ? '' : html`<p>Example</p><pre>${text}</pre>`}`;
}
