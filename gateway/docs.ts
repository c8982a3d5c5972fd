import { html, raw } from 'hono/html';
import * as v from 'valibot';
import BASE from '../web/shared/base.css' with { type: 'text' };
import DOCS from './docs.css' with { type: 'text' };
import { OpenApiDocument, type Operation, operationsOf } from './docs-document';
import { fieldsOf, type Html, toFieldList } from './docs-fields';
import { toOperationEntry } from './docs-operation';
import { SCRIPT } from './docs-script';
import { GatewayError } from './gateway-error';

const STYLE = BASE + DOCS;

/**
 * The OpenAPI document as a page to read, whose examples name the origin that it was asked at. It loads nothing, and runs the one
 * script that its policy names by its digest.
 */
export async function serveDocs(document: Response, origin: string): Promise<Response> {
  const parsed = v.safeParse(OpenApiDocument, await document.json());
  if (!parsed.success)
    throw new GatewayError('bad_gateway', `The script sent no OpenAPI document (${document.status}).`);
  const [style, script] = await Promise.all([STYLE, SCRIPT].map(toSource));
  const nothing = ['default-src', 'base-uri', 'form-action', 'frame-ancestors'].map((one) => `${one} 'none'`);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [...nothing, `style-src ${style}`, `script-src ${script}`].join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  return new Response(String(toDocsPage(parsed.output, origin)), { headers });
}

/** Names a text on the page itself as a Content-Security-Policy does, by its digest. */
async function toSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

function toDocsPage(document: OpenApiDocument, origin: string): Html {
  const { info, components } = document;
  const sections = sectionsOf(document);
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${info.title} API</title>
    <style>${raw(STYLE)}</style>
  </head>
  <body>
    <a class="skip button" href="#start">Skip to the reference</a>
    <div class="side">
      <header><h1>${info.title} API</h1></header>
      <search class="tools">
        <label class="field">Search <input type="search" placeholder="Press /" autocomplete="off"></label>
        <output></output>
        <label class="field">Your key
          <input autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="about-key"></label>
        <small id="about-key" class="soft">Fills the examples. It stays in this tab.</small>
      </search>
      <nav aria-label="Reference"><ul>
        <li><a class="plain" href="#start">Start here</a></li>
        ${sections.map(toNavigation)}
        <li><a class="plain" href="#errors">Errors</a></li>
      </ul></nav>
    </div>
    <main>
      <section id="start">
        <h2>Start here</h2>
        <p>${info.description}</p>
        <p>The API is at <code><var class="api">${origin}</var></code>. A key, which an owner makes, goes into the
          header <code>Authorization</code>. Programs read <a href="/openapi.json">openapi.json</a>.</p>
      </section>
      ${sections.map(
        ({ id, title, description, operations }) => html`<section id="${id}">
          <h2>${title}</h2><p>${description}</p>
          ${operations.map((operation) => toOperationEntry(operation, origin))}
        </section>`,
      )}
      <section id="errors">
        <h2>Errors</h2>
        <p>The body of every error is an object <code>error</code> with these fields.</p>
        ${toFieldList(fieldsOf(components.schemas.Error?.properties?.error ?? {}))}
      </section>
    </main>
    <output class="visually-hidden"></output>
    <script>${raw(SCRIPT)}</script>
  </body>
</html>`;
}

type Section = ReturnType<typeof sectionsOf>[number];

/** The tags in the order of the document, and those that it only uses. */
function sectionsOf(document: OpenApiDocument) {
  const all = operationsOf(document);
  const ids = new Set([...document.tags.map(({ name }) => name), ...all.flatMap(({ tags }) => tags)]);
  return [...ids].map((id) => {
    const { description = '', 'x-displayName': title = '' } =
      document.tags.find(({ name }) => name === id) ?? {};
    return { id, title: title || id, description, operations: all.filter(({ tags }) => tags.includes(id)) };
  });
}

/** An operation has the first clause of its summary, `Lists leads` of `Lists leads, newest first by default`; an event its type. */
function toNavigation({ id, title, operations }: Section): Html {
  const nameOf = ({ path, summary }: Operation) => (path.startsWith('/') ? summary.split(/[,.:] /)[0] : path);
  return html`<li><a class="plain" href="#${id}">${title}</a>
    <ul>${operations.map(
      (one) =>
        html`<li><a class="plain" href="#${one.operationId}"><b class="${one.method}">${one.method}</b> ${nameOf(one)}</a></li>`,
    )}</ul>
  </li>`;
}
