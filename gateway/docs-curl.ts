import type { Operation } from './docs-operation';

/** The example of an operation as a line for bash or zsh; undefined for a webhook, which nobody else can sign. */
export function toCurl({ method, path, security, parameters, requestBody }: Operation): string | undefined {
  if (parameters.some(({ name }) => /-signature$/i.test(name))) return undefined;
  const exampleOf = (name: string) => parameters.find((one) => one.name === name)?.example;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(exampleOf(name) ?? `<${name}>`)),
  );
  const query = parameters
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .map(
      ({ name, example }) =>
        `${name}=${encodeURIComponent(String(example)).replace(/%(2C|3A)/g, decodeURIComponent)}`,
    )
    .join('&');
  const headers = parameters
    .filter((one) => one.in === 'header' && one.required === true && one.example !== undefined)
    .map(({ name, example }) => `-H "${name}: ${String(example)}"`);
  const [body] = Object.entries(requestBody?.content ?? {});
  const isPublic = security?.length === 0;
  return [
    'curl',
    ...(method === 'GET' || (method === 'POST' && body) ? [] : [`-X ${method}`]),
    `"$API${filled}${query && `?${query}`}"`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...headers,
    ...(body ? [`-H "Content-Type: ${body[0]}"`, `-d ${quote(toText(body[1].example))}`] : []),
  ].join(' ');
}

/** XML is an example as it stands. */
function toText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
}

/** Puts a text into single quotes, where a shell changes nothing. */
function quote(text = ''): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
