import type { RestRequest } from './calls';
import type { RestMethod } from './rest-client';

export interface RestInit {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

export function toUrl(root: string, method: RestMethod, { path, query = {}, media }: RestRequest): URL {
  const values = [...path];
  const filled = method.path.replace(/\{\}/g, () => encodeURIComponent(values.shift() ?? ''));
  const url = new URL((media ? '/upload' : '') + filled, root);
  if (media) url.searchParams.set('uploadType', 'multipart');
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === '') continue;
    for (const one of [value].flat()) url.searchParams.append(name, String(one));
  }
  return url;
}

/** JSON, or `multipart/related` where content comes along. */
export function toInit({ verb }: RestMethod, { body, media }: RestRequest, token: string): RestInit {
  const headers = { authorization: `Bearer ${token}` };
  if (media) {
    const type = `multipart/related; boundary=${BOUNDARY}`;
    return {
      method: verb,
      headers: { ...headers, 'content-type': type },
      body: toRelated(body ?? {}, media),
    };
  }
  if (!body) return { method: verb, headers };
  return {
    method: verb,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Long enough not to appear in content by chance. */
const BOUNDARY = '=_related_6f1c7be2a5d94f0b8c1e';

function toRelated(body: object, media: { contentType: string; data: string }): Uint8Array<ArrayBuffer> {
  const head = [
    `--${BOUNDARY}`,
    'Content-Type: application/json; charset=UTF-8',
    '',
    JSON.stringify(body),
    `--${BOUNDARY}`,
    `Content-Type: ${media.contentType}`,
    '',
    '',
  ].join('\r\n');
  const parts = [
    Buffer.from(head),
    Buffer.from(media.data, 'base64'),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ];
  return new Uint8Array(Buffer.concat(parts));
}
