import type { Search } from './server';

/** What the page shows; its address is the fragment of the outer page's. */
export type Route =
  | { page: 'list' }
  | { page: 'search'; search: Search }
  | { page: 'case'; caseNumber: string }
  | { page: 'settings' };

const SEARCH_KEYS = ['caseNumber', 'keyword', 'issue', 'status', 'from', 'to'] as const;

/** `#/case/CASE-0001`, with or without its `#`; anything unknown is the list. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const [, page, name] = path.split('/');
  if (page === 'case' && name) return { page: 'case', caseNumber: decoded(name) };
  if (page === 'settings') return { page: 'settings' };
  if (page === 'search') return { page: 'search', search: parseSearch(query) };
  return { page: 'list' };
}

export function formatRoute(route: Route): string {
  if (route.page === 'case') return `#/case/${encodeURIComponent(route.caseNumber)}`;
  if (route.page === 'search') return `#/search?${formatSearch(route.search)}`;
  return route.page === 'settings' ? '#/settings' : '#/';
}

/** Without what is left blank; nothing at all leads back to the list. */
export function searchRoute(search: Search): Route {
  const entries = SEARCH_KEYS.map((key) => [key, search[key]?.trim()]).filter(([, value]) => value);
  return entries.length === 0 ? { page: 'list' } : { page: 'search', search: Object.fromEntries(entries) };
}

function parseSearch(query: string): Search {
  const given = new URLSearchParams(query);
  return Object.fromEntries(SEARCH_KEYS.flatMap((key) => (given.get(key) ? [[key, given.get(key)]] : [])));
}

function formatSearch(search: Search): string {
  return new URLSearchParams(Object.entries(search)).toString();
}

/** A person may have typed the address. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
