import { createStore } from '../shared/store';
import type { Search } from './server';

/** The filters of a list. */
export interface ListSearch extends Search {
  waitingFor?: string;
  unseen?: true;
  due?: true;
}

/** The page shown; the fragment of the outer page's URL says it. A list without a search is that of the cases that wait. */
export type Route =
  | { page: 'list'; search?: ListSearch }
  | { page: 'case'; caseNumber: string }
  | { page: 'overview' }
  | { page: 'settings' };

/** The list that the page opens with. */
export const HOME: ListSearch = { waitingFor: 'you' };

/** The lists with a URL of their own: `#/new`. */
const LISTS: ReadonlyMap<string, ListSearch> = new Map([
  ['', HOME],
  ['open', { status: 'Open' }],
  ['new', { unseen: true }],
  ['in-progress', { status: 'In Progress' }],
  ['closed', { status: 'Closed' }],
  ['all', {}],
  ['due', { due: true }],
]);

const TEXT_KEYS = [
  'caseNumber',
  'keyword',
  'issue',
  'status',
  'waitingFor',
  'sender',
  'from',
  'to',
  'dueBy',
] as const;
const KIND_KEYS = ['unseen', 'due'] as const;

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

/** Changes the route without a new step in the browser's history: for a search that changes with every key. */
export function redirect(to: Route): void {
  google.script.history.replace(null, {}, formatRoute(to).slice(1));
  route.set(to);
}

export function formatRoute(route: Route): string {
  if (route.page === 'case') return `#/case/${encodeURIComponent(route.caseNumber)}`;
  return route.page === 'list' ? formatList(route.search) : `#/${route.page}`;
}

/** Blank fields are left out. */
export function listRoute(search: ListSearch): Route {
  const texts = TEXT_KEYS.map((key) => [key, search[key]?.trim()] as const);
  const kinds = KIND_KEYS.map((key) => [key, search[key]] as const);
  return { page: 'list', search: Object.fromEntries([...texts, ...kinds].filter(([, value]) => value)) };
}

function formatList(search: ListSearch = HOME): string {
  const query = formatQuery(search);
  const [named] = [...LISTS].find(([, one]) => formatQuery(one) === query) ?? [];
  return named === undefined ? `#/search?${query}` : `#/${named}`;
}

function formatQuery(search: ListSearch): string {
  return new URLSearchParams(Object.entries(search)).toString();
}

/** `#/case/CASE-0001`, with or without its `#`; anything unknown is the list. */
function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const [, page = '', name] = path.split('/');
  if (page === 'case' && name)
    return { page: 'case', caseNumber: decode(name).replace(/^case-(?=\d+$)/i, 'CASE-') };
  if (page === 'settings' || page === 'overview') return { page };
  if (page === 'search') return { page: 'list', search: parseSearch(query) };
  return { page: 'list', search: LISTS.get(page) ?? HOME };
}

function parseSearch(query: string): ListSearch {
  const given = new URLSearchParams(query);
  const texts = TEXT_KEYS.flatMap((key) => (given.get(key) ? [[key, given.get(key)]] : []));
  const kinds = KIND_KEYS.flatMap((key) => (given.get(key) ? [[key, true]] : []));
  return Object.fromEntries([...texts, ...kinds]);
}

/** Decodes a part of a URL that somebody has typed, which may be malformed. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
