import type { Search } from './server';
import { createStore } from './store';

/** What the page shows; the fragment of the outer page's URL says it. */
export type Route =
  | { page: 'list' }
  | { page: 'search'; search: Search }
  | { page: 'case'; caseNumber: string }
  | { page: 'settings' };

const SEARCH_KEYS = ['caseNumber', 'keyword', 'issue', 'status', 'from', 'to'] as const;

/** Undefined until the outer page has told its URL, which can take seconds. */
export const route = createStore<Route | undefined>(undefined);

/** Called once, when the page starts. The URL is the outer page's; this frame has to ask Apps Script for it. */
export function followHistory(): void {
  google.script.url.getLocation(({ hash }) => {
    // The owner may have clicked a link meanwhile.
    if (!route.get()) route.set(parseRoute(hash));
  });
  google.script.history.setChangeHandler(({ location }) => route.set(parseRoute(location.hash)));
}

export function navigate(to: Route): void {
  google.script.history.push(null, {}, formatRoute(to).slice(1));
  route.set(to);
}

/** Without a new step in the browser's history: for a search that changes with every key. */
export function redirect(to: Route): void {
  google.script.history.replace(null, {}, formatRoute(to).slice(1));
  route.set(to);
}

export function formatRoute(route: Route): string {
  if (route.page === 'case') return `#/case/${encodeURIComponent(route.caseNumber)}`;
  if (route.page === 'search') return `#/search?${formatSearch(route.search)}`;
  return route.page === 'settings' ? '#/settings' : '#/';
}

/** Blank fields are left out; a search without any is the list. */
export function searchRoute(search: Search): Route {
  const entries = SEARCH_KEYS.map((key) => [key, search[key]?.trim()]).filter(([, value]) => value);
  return entries.length === 0 ? { page: 'list' } : { page: 'search', search: Object.fromEntries(entries) };
}

/** `#/case/CASE-0001`, with or without its `#`; anything unknown is the list. */
function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const [, page, name] = path.split('/');
  if (page === 'case' && name) return { page: 'case', caseNumber: decode(name) };
  if (page === 'settings') return { page: 'settings' };
  if (page === 'search') return { page: 'search', search: parseSearch(query) };
  return { page: 'list' };
}

function parseSearch(query: string): Search {
  const given = new URLSearchParams(query);
  return Object.fromEntries(SEARCH_KEYS.flatMap((key) => (given.get(key) ? [[key, given.get(key)]] : [])));
}

function formatSearch(search: Search): string {
  return new URLSearchParams(Object.entries(search)).toString();
}

/** Of a URL that somebody has typed, which may be malformed. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
