/** The address in the examples, which the page replaces by its own. */
export const ADDRESS = 'https://api.example.com';

/** The example of an operation in each language, with `YOUR_KEY` in place of a key. */
export function toExamples(operation) {
  const example = toExample(operation);
  return { curl: toCurl(example), TypeScript: toTypeScript(example) };
}

function toExample({ method, path, security, parameters, requestBody, responses }) {
  const given = parameters.filter(({ example }) => example !== undefined);
  const toText = (name) => encodeURIComponent(given.find((one) => one.name === name)?.example ?? `<${name}>`);
  const query = given
    .filter((one) => one.in === 'query')
    .map(({ name }) => `${name}=${toText(name).replace(/%(2C|3A)/g, decodeURIComponent)}`)
    .join('&');
  const needed = given.filter((one) => one.in === 'header' && one.required);
  const [[type, content] = []] = Object.entries(requestBody.content);
  const [answer] = Object.values(responses).flatMap(({ content = {} }) => Object.keys(content));
  return {
    method,
    url: `${ADDRESS}${path.replace(/\{(\w+)\}/g, (_, name) => toText(name))}${query && `?${query}`}`,
    headers: {
      ...(security?.length !== 0 && { Authorization: 'Bearer YOUR_KEY' }),
      ...Object.fromEntries(needed.map(({ name, example }) => [name, example])),
      ...(type && { 'Content-Type': type }),
    },
    body: content?.example,
    isJson: answer === 'application/json',
  };
}

/** A command for bash or zsh. */
function toCurl({ method, url, headers, body }) {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return [
    `curl ${isImplied ? '' : `-X ${method} `}"${url}"`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    // A shell changes nothing within single quotes.
    ...(body === undefined ? [] : [`-d '${text.replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n  ');
}

/** JSON is given as an object; XML and forms are examples as they stand. */
function toTypeScript({ method, url, headers, body, isJson }) {
  const text = typeof body === 'string' ? JSON.stringify(body) : `JSON.stringify(${toLiteral(body)})`;
  const options = toLiteral({
    method: method === 'GET' ? undefined : method,
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    body: body && '$BODY',
  }).replace('"$BODY"', () => text.replaceAll('\n', '\n  '));
  return `const response = await fetch(${JSON.stringify(url)}${options === '{}' ? '' : `, ${options}`});
console.log(response.status, await response.${isJson ? 'json' : 'text'}());`;
}

/** JSON with names as programmers write them: every line that begins with a quoted name is a property. */
function toLiteral(value) {
  return JSON.stringify(value, null, 2)?.replace(/^( *)"([A-Za-z_]\w*)": /gm, '$1$2: ');
}
