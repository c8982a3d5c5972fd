import { html } from 'hono/html';
import type { Operation } from './docs-document';
import type { Html } from './docs-fields';

type Example = ReturnType<typeof toExample>;

/** The example of an operation in each language; empty for a webhook, which nobody else can sign. */
export function toExamples(operation: Operation, origin: string): [language: string, code: Html][] {
  if (operation.parameters.some(({ name }) => /-signature$/i.test(name))) return [];
  const example = toExample(operation);
  return [
    ['curl', toCode(toCurl(example), origin)],
    ['TypeScript', toCode(toTypeScript(example), origin)],
  ];
}

/** Both places are elements, so that the page's script can fill in what only the browser knows. */
function toCode(text: string, origin: string): Html {
  const filled: Record<string, Html> = {
    $API: html`<var class="api">${origin}</var>`,
    $KEY: html`<var class="key">YOUR_KEY</var>`,
  };
  return html`${text.split(/(\$API|\$KEY)/).map((part) => filled[part] ?? part)}`;
}

/** An example request; `$API` and `$KEY` stand for the address of the host and the caller's key. */
function toExample({ method, path, security, parameters, requestBody, responses }: Operation) {
  const exampleOf = (name: string) => parameters.find((one) => one.name === name)?.example;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(exampleOf(name) ?? `<${name}>`)),
  );
  const given = parameters.filter(({ example }) => example !== undefined);
  const query = given
    .filter((one) => one.in === 'query')
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&')
    .replace(/%(2C|3A)/g, decodeURIComponent);
  const needed = given.filter((one) => one.in === 'header' && one.required);
  const [[type, content] = []] = Object.entries(requestBody.content);
  const answers = Object.values(responses).flatMap(({ content }) => Object.keys(content));
  return {
    method,
    url: `$API${filled}${query && `?${query}`}`,
    headers: {
      ...(security?.length === 0 ? {} : { Authorization: 'Bearer $KEY' }),
      ...Object.fromEntries(needed.map(({ name, example }) => [name, String(example)])),
      ...(type && { 'Content-Type': type }),
    },
    body: content?.example,
    isJson: answers[0] === 'application/json',
  };
}

/** A command for bash or zsh. */
function toCurl({ method, url, headers, body }: Example): string {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return [
    `curl ${isImplied ? '' : `-X ${method} `}"${url}"`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    // A shell changes nothing within single quotes.
    ...(body === undefined ? [] : [`-d '${text.replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n  ');
}

function toTypeScript({ method, url, headers, body, isJson }: Example): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)},`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${toLiteral(headers)},`] : []),
    ...(body === undefined ? [] : [`body: ${toBody(body)},`]),
  ].map((line) => `\n${line}`.replaceAll('\n', '\n  '));
  return [
    `const response = await fetch(${JSON.stringify(url)}${options.length > 0 ? `, {${options.join('')}\n}` : ''});`,
    `console.log(response.status, await response.${isJson ? 'json' : 'text'}());`,
  ].join('\n');
}

/** XML and forms are examples as they stand. */
function toBody(body: unknown): string {
  return typeof body === 'string' ? JSON.stringify(body) : `JSON.stringify(${toLiteral(body)})`;
}

/** JSON with names as programmers write them: every line that begins with a quoted name is a property. */
function toLiteral(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^( *)"([A-Za-z_]\w*)": /gm, '$1$2: ');
}
