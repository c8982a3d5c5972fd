import type { Request } from './request';

interface Page {
  page: number;
  total: number;
}

/** `Link` beside `page` and `total` (RFC 8288). The addresses are relative: nobody here knows the host. */
export function toLinks(value: unknown, { path, query }: Request, parsed: unknown): Record<string, string> {
  const size = (parsed as { pageSize?: unknown } | undefined)?.pageSize;
  if (!isPage(value) || typeof size !== 'number') return {};
  const last = Math.max(1, Math.ceil(value.total / size));
  const { page } = value;
  const pages: [string, number][] = [
    ['first', 1],
    ['prev', Math.min(page - 1, last)],
    ['next', page + 1],
    ['last', last],
  ];
  const links = pages
    .filter(([, number]) => number >= 1 && number <= last)
    .map(([name, number]) => `<${path}?${toQuery({ ...query, page: String(number) })}>; rel="${name}"`);
  return { link: links.join(', ') };
}

function isPage(value: unknown): value is Page {
  const { page, total } = (value ?? {}) as Partial<Page>;
  return typeof page === 'number' && typeof total === 'number';
}

function toQuery(query: Record<string, string>): string {
  const pairs = Object.entries(query).map((pair) => pair.map(encode).join('='));
  return pairs.join('&');
}

/** A half of a surrogate pair has no UTF-8. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
