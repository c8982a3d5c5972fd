import { html } from 'hono/html';
import { ADDRESS, toExamples } from './examples.mjs';
import { fieldsOf, toDetails, toFieldList, toProse } from './fields.mjs';

/** The page of an OpenAPI document: a navigation, and each operation with its fields, answers and examples. */
export function fillPage(page, { info, tags, paths, webhooks, components }) {
  const operations = Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [], requestBody = { content: {} }, ...operation }]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((one) => components.parameters[one.$ref?.replace(/^.*\//, '')] ?? one),
        requestBody,
      }),
    ),
  );
  const sections = tags.map((tag) => {
    return { ...tag, operations: operations.filter((one) => one.tags.includes(tag.name)) };
  });
  return page
    .replace('<!--NAVIGATION-->', () => toNavigation(sections))
    .replace('<!--REFERENCE-->', () => toReference(sections, info, components.schemas.Error));
}

function toNavigation(sections) {
  return html`<ul>
    <li>${toLink('start', 'Start here')}</li>
    ${sections.map(
      ({ name, 'x-displayName': title, operations }) => html`<li>${toLink(name, title)}
        <ul>${operations.map((one) => html`<li>${toLink(one.operationId, nameOf(one), one.method)}</li>`)}</ul></li>`,
    )}
    <li>${toLink('errors', 'Errors')}</li>
  </ul>`;
}

function toLink(id, title, method) {
  return html`<a class="plain" href="#${id}">${method ? html`${toMethod(method)} ` : ''}${title}</a>`;
}

function toMethod(method) {
  return html`<b class="${method}">${method}</b>`;
}

/** An operation has the first clause of its summary, `Lists leads` of `Lists leads, newest first by default`; an event its type. */
function nameOf({ path, summary }) {
  return path.startsWith('/') ? summary.replace(/[,.:] .*/s, '') : path;
}

function toReference(sections, info, error) {
  return html`<section id="start">
      <h2>Start here</h2>
      <p>${toProse(info.description)}</p>
      <p>The API is at <code>${ADDRESS}</code>. A key, which an owner makes, goes into the header <code>Authorization</code>.
        Programs read <a href="/openapi.json">openapi.json</a>.</p>
    </section>
    ${sections.map(
      ({ name, 'x-displayName': title, description, operations }) => html`<section id="${name}">
        <h2>${title}</h2><p>${toProse(description)}</p>
        ${operations.map(toOperationEntry)}
      </section>`,
    )}
    <section id="errors">
      <h2>Errors</h2>
      <p>The body of every error is an object <code>error</code> with these fields.</p>
      ${toFieldList(fieldsOf(error.properties.error))}
    </section>`;
}

/** The names of OpenAPI's places of a parameter, and what people call them. */
const PLACES = { path: 'In the path', query: 'In the query', header: 'Headers' };

function toOperationEntry(operation) {
  const { method, path, operationId, summary, description, parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses);
  // Nobody else can sign a webhook, which is shown as it comes.
  const isSigned = parameters.some(({ name }) => /-signature$/i.test(name));
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
    <div class="prose">
      <h3 id="${operationId}-title">${summary}</h3>
      <p>${toMethod(method)} <code>${path}</code></p>
      <p>${toProse(description)}</p>
      ${Object.entries(PLACES).map(([place, title]) => {
        const fields = parameters.filter((one) => one.in === place);
        return fields.length > 0 ? html`<h4>${title}</h4>${toFieldList(fields)}` : '';
      })}
      ${Object.entries(requestBody.content).map(
        ([type, { schema }]) =>
          html`<h4>Body <small class="soft">${type}</small></h4>${toFieldList(fieldsOf(schema))}`,
      )}
      <h4>Responses</h4>
      <ul class="fields">${answers.map(toAnswer)}</ul>
    </div>
    <div class="examples">
      ${isSigned ? toFigures('Body', requestBody) : toRequest(toExamples(operation))}
      ${answers.map(([status, answer]) => toFigures(`Response ${status}`, answer))}
    </div>
  </article>`;
}

function toAnswer([status, { description, content = {} }]) {
  const schemas = Number(status) < 400 ? Object.values(content).map(({ schema }) => schema) : [];
  return html`<li><b>${status}</b> ${toProse(description)} ${toDetails('Fields of the response', ...schemas)}</li>`;
}

/** A request to copy, in the language that the reader chose. */
function toRequest(examples) {
  const languages = Object.keys(examples);
  return html`<figure class="card">
    <figcaption class="row">
      <span class="row">${languages.map((one) => html`<button class="quiet" data-show="${one}">${one}</button>`)}</span>
      <button class="quiet" data-copy>Copy</button>
    </figcaption>
    ${languages.map((one) => html`<pre class="${one}">${examples[one]}</pre>`)}
  </figure>`;
}

function toFigures(title, { content = {} }) {
  const shown = Object.entries(content).filter(([, { example }]) => example !== undefined);
  return shown.map(([type, { example }]) => {
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
    return html`<figure class="card"><figcaption class="row">${title} <small class="soft">${type}</small></figcaption><pre>${text}</pre></figure>`;
  });
}
