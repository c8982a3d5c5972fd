import type { Permission } from '../../src/accounts/roles';
import { createStore } from '../shared/store';

/** The pages, each with the permission that it takes, in the order of the menu. */
export const PAGES = {
  orders: 'orders',
  menu: 'availability',
  devices: 'devices',
  overview: 'overview',
  leads: 'leads',
  vehicles: 'leads',
  reports: 'leads',
} as const satisfies Record<string, Permission>;

export type PageName = keyof typeof PAGES;

/** Route in the fragment of the address: `#/leads/L-7` is the page `leads` with the ID `L-7`. */
export interface Route {
  page: PageName | undefined;
  id: string | undefined;
  query: URLSearchParams;
}

export const route = createStore<Route>(parseRoute(location.hash));

/** Whose page it is; that of the leads also before any is shown. */
export function deskOf({ page }: Route): 'cafe' | 'leads' {
  return page !== undefined && PAGES[page] !== 'leads' ? 'cafe' : 'leads';
}

/** Called once, when the page starts. */
export function followHistory(): void {
  addEventListener('hashchange', () => route.set(parseRoute(location.hash)));
}

export function formatRoute(page: PageName, id?: string, query?: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return `#/${page}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${search && `?${search}`}`;
}

export function navigate(hash: string): void {
  location.hash = hash;
}

/** Goes to an address without a new step in the browser's history. */
export function redirect(hash: string): void {
  history.replaceState(null, '', hash);
  route.set(parseRoute(hash));
}

function isPage(name: string): name is PageName {
  return Object.hasOwn(PAGES, name);
}

function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page = '', id] = path.split('/');
  return { page: isPage(page) ? page : undefined, id: id && decode(id), query: new URLSearchParams(query) };
}

/** Decodes a part of an address that somebody has typed, which may be malformed. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
