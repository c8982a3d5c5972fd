import { useRef } from 'preact/hooks';
import type { ListedLead } from '../../../src/leads/lead/lead-view';
import type { FILTERS } from '../../../src/leads/scoring/scoring';
import { announce } from '../../shared/announcer';
import { Loading } from '../loading';
import { readUnlessUnchanged, useResource } from '../resource';
import { LeadList } from './lead-row';
import * as TEXTS from './texts';

const PAGE_SIZE = 50;
const POLL_S = 30;

/** The order in which one calls. */
const BANDS = ['hot', 'warm', 'review', 'cold'] as const satisfies readonly (typeof FILTERS)[number][];

interface LeadPage {
  data: ListedLead[];
  total: number;
}

/** The leads of today by score band, the newest first in each. */
export function Today({ chosen }: { chosen: string | undefined }) {
  const known = useRef<Set<string> | undefined>(undefined);
  const load = async (isPoll: boolean) => {
    const today = await loadToday(isPoll);
    const arrived = today.filter(({ id }) => known.current?.has(id) === false);
    if (arrived.length > 0) announce(TEXTS.list.arrived(arrived.map(({ name }) => name)));
    known.current = new Set(today.map(({ id }) => id));
    return today;
  };
  const today = useResource('today', load, POLL_S);
  return (
    <>
      <Loading of={today} failed={TEXTS.list.failed} />
      {today.value?.length === 0 && <p class="soft empty">{TEXTS.list.noLeadsToday}</p>}
      {BANDS.map((band) => (
        <Band
          key={band}
          band={band}
          leads={today.value?.filter(({ filter }) => filter === band)}
          chosen={chosen}
        />
      ))}
    </>
  );
}

interface BandProps {
  band: (typeof BANDS)[number];
  leads: readonly ListedLead[] | undefined;
  chosen: string | undefined;
}

function Band({ band, leads = [], chosen }: BandProps) {
  if (leads.length === 0) return null;
  return (
    <section aria-labelledby={`band-${band}`}>
      <h2 id={`band-${band}`} class={`band ${band}`}>
        {TEXTS.list.filters[band]} <span class="soft">{leads.length}</span>
      </h2>
      <LeadList leads={leads} address={{ view: 'today', search: {} }} chosen={chosen} />
    </section>
  );
}

/**
 * Reads leads page by page until one is of an earlier day. Without a filter by time the sheet need not be searched: the
 * newest leads stand at one place.
 */
async function loadToday(isPoll: boolean): Promise<ListedLead[]> {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const leads = new Map<string, ListedLead>();
  for (let page = 1; ; page++) {
    const path = `/v1/leads?include=reasons&pageSize=${PAGE_SIZE}&page=${page}`;
    const { data, total } = await readUnlessUnchanged<LeadPage>(path, isPoll);
    const isOfToday = ({ createdAt }: ListedLead) => createdAt !== null && Date.parse(createdAt) >= midnight;
    for (const lead of data.filter(isOfToday)) leads.set(lead.id, lead);
    if (page * PAGE_SIZE >= total || !data.every(isOfToday)) return [...leads.values()];
  }
}
