import { formatRoute, type Route } from '../router';

/** Filters of the list of all leads: parameters of GET /v1/leads, and of the page's own address. */
export const FILTER_NAMES = [
  'q',
  'status',
  'filter',
  'source',
  'agentId',
  'scoreMin',
  'scoreMax',
  'createdFrom',
  'createdTo',
  'vehicleId',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type LeadSearch = Partial<Record<FilterName, string>>;

export type View = 'today' | 'all';

/** Leads of the view `today` by their agent: all of them without one of these. */
export const WHOSE = ['mine', 'unassigned'] as const;
export type Whose = (typeof WHOSE)[number];

export interface LeadsAddress {
  id?: string | undefined;
  view: View;
  whose?: Whose | undefined;
  /** Search of the view `all`. */
  search: LeadSearch;
  /** True if somebody has come to write a text. */
  isReplying?: boolean;
}

/** `#/leads/L-7?view=all&status=new` is the lead L-7, found in the list of new ones. */
export function parseLeadsAddress({ id, query }: Route): LeadsAddress {
  const isAll = query.get('view') === 'all';
  const given = FILTER_NAMES.map((name) => [name, query.get(name)?.trim()] as const);
  const search = isAll ? Object.fromEntries(given.filter(([, value]) => value)) : {};
  const whose = isAll ? undefined : WHOSE.find((name) => name === query.get('whose'));
  return { id, view: isAll ? 'all' : 'today', whose, search, isReplying: query.has('reply') };
}

export function toHash({ id, view, whose, search, isReplying }: LeadsAddress): string {
  const today = whose ? { whose } : {};
  const query = view === 'all' ? { view, ...search } : today;
  return formatRoute('leads', id, { ...query, ...(isReplying ? { reply: '1' } : {}) });
}
