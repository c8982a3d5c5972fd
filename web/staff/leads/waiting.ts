import type { ListedLead } from '../../../src/leads/lead/lead-view';
import { useStore } from '../../shared/store';
import { type Resource, readUnlessUnchanged, useResource } from '../resource';
import { session } from '../session';
import type { Whose } from './lead-address';
import { leads, newestOf } from './lead-store';

const PAGE_SIZE = 100;
export const POLL_S = 30;
const MINUTE_MS = 60_000;

export interface LeadPage {
  data: ListedLead[];
  total: number;
}

/** The leads that wait for the dealer, the longest waiting first. One that was answered on this page is left out at once. */
export function useWaiting(whose: Whose | undefined): Resource<ListedLead[]> {
  const waiting = useResource(`waiting ${whose}`, (isPoll) => loadWaiting(whose, isPoll), POLL_S);
  const read = useStore(leads);
  const value = waiting.value?.filter((lead) => newestOf(lead, read).waitingFor === 'you');
  return { ...waiting, value };
}

/** The leads whose next step is due, the latest first; those that are sold or lost need none. */
export function useDue(whose: Whose | undefined): Resource<ListedLead[]> {
  const due = useResource(
    `due ${whose}`,
    async (isPoll) => {
      const minute = new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS).toISOString();
      const query = `nextTo=${minute}&sort=nextAt&include=reasons&pageSize=${PAGE_SIZE}${agentQuery(whose)}`;
      return (await readUnlessUnchanged<LeadPage>(`/v1/leads?${query}`, isPoll)).data;
    },
    POLL_S,
  );
  const read = useStore(leads);
  const value = due.value?.filter((listed) => {
    const { nextAt, status } = newestOf(listed, read);
    return isDue(nextAt) && status !== 'sold' && status !== 'lost';
  });
  return { ...due, value };
}

export function isDue(nextAt: string | null, lateMs = 0): boolean {
  return nextAt !== null && Date.parse(nextAt) + lateMs <= Date.now();
}

/** The part of a query that asks for the leads of one's own, or of nobody. */
export function agentQuery(whose: Whose | undefined): string {
  if (whose === undefined) return '';
  return `&agentId=${whose === 'mine' ? encodeURIComponent(session.get()?.user.id ?? '') : ''}`;
}

async function loadWaiting(whose: Whose | undefined, isPoll: boolean): Promise<ListedLead[]> {
  const waiting = new Map<string, ListedLead>();
  const query = `waiting=true&sort=waitingSince&include=reasons&pageSize=${PAGE_SIZE}${agentQuery(whose)}`;
  for (let page = 1; ; page++) {
    const { data, total } = await readUnlessUnchanged<LeadPage>(`/v1/leads?${query}&page=${page}`, isPoll);
    for (const lead of data) waiting.set(lead.id, lead);
    if (page * PAGE_SIZE >= total) return [...waiting.values()];
  }
}
