const FORM = 'application/x-www-form-urlencoded';

/** The event of doGet and doPost (facts 1.1); of the headers only the content type is passed on. */
export interface WebAppEvent {
  contextPath: '';
  queryString: string;
  parameter: Record<string, string>;
  parameters: Record<string, string[]>;
  pathInfo?: string;
  /** -1 for GET. */
  contentLength: number;
  postData?: { length: number; type: string; contents: string; name: 'postData' };
}

export interface Incoming {
  url: string;
  method: string;
  contentType: string;
  body: Uint8Array;
  /** The path after `/exec/`, if any. */
  pathInfo: string | undefined;
}

export function toEvent({ url, method, contentType, body, pathInfo }: Incoming): WebAppEvent {
  const queryString = rawQuery(url);
  const contents = new TextDecoder().decode(body);
  const isForm = method === 'POST' && contentType.toLowerCase().startsWith(FORM);
  const fields = [...new URLSearchParams(queryString), ...(isForm ? new URLSearchParams(contents) : [])];
  return {
    contextPath: '',
    queryString,
    ...group(fields),
    ...(pathInfo === undefined ? {} : { pathInfo }),
    contentLength: method === 'POST' ? body.length : -1,
    ...(method === 'POST'
      ? { postData: { length: body.length, type: contentType, contents, name: 'postData' } }
      : {}),
  };
}

/** The query as it was sent, percent-encoded. */
function rawQuery(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1).replace(/#.*$/s, '');
}

function group(fields: [string, string][]): Pick<WebAppEvent, 'parameter' | 'parameters'> {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of fields) parameters.set(name, [...(parameters.get(name) ?? []), value]);
  const firsts = [...parameters].map(([name, [value = '']]): [string, string] => [name, value]);
  return { parameter: Object.fromEntries(firsts), parameters: Object.fromEntries(parameters) };
}
