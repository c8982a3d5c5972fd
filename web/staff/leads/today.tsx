import { useRef } from 'preact/hooks';
import type { ListedLead } from '../../../src/leads/lead/lead-view';
import type { FILTERS } from '../../../src/leads/scoring/scoring';
import { announce } from '../../shared/announcer';
import { Failure } from '../failure';
import { Loading } from '../loading';
import { type Resource, readUnlessUnchanged, useResource } from '../resource';
import type { Whose } from './lead-address';
import { LeadList } from './lead-row';
import * as TEXTS from './texts';
import { agentQuery, type LeadPage, POLL_S, useDue } from './waiting';

const PAGE_SIZE = 50;

/** The order in which one calls. */
const BANDS = ['hot', 'warm', 'review', 'cold'] as const satisfies readonly (typeof FILTERS)[number][];

interface TodayProps {
  whose: Whose | undefined;
  waiting: Resource<ListedLead[]>;
  chosen: string | undefined;
}

/** The leads that wait, the longest waiting first, then the others of today by score band, the newest first in each. */
export function Today({ whose, waiting, chosen }: TodayProps) {
  const known = useRef<Set<string> | undefined>(undefined);
  const load = async (isPoll: boolean) => {
    const today = await loadToday(whose, isPoll);
    const arrived = today.filter(({ id }) => known.current?.has(id) === false);
    if (arrived.length > 0) announce(TEXTS.list.arrived(arrived.map(({ name }) => name)));
    known.current = new Set(today.map(({ id }) => id));
    return today;
  };
  const today = useResource(`today ${whose}`, load, POLL_S);
  const due = useDue(whose);
  const waits = waiting.value ?? [];
  const dueOnly = due.value?.filter(({ id }) => !waits.some((lead) => lead.id === id)) ?? [];
  const all = [...waits, ...dueOnly];
  const others = today.value?.filter(({ id }) => !all.some((lead) => lead.id === id)) ?? [];
  const isEmpty = waiting.value?.length === 0 && dueOnly.length === 0 && today.value?.length === 0;
  const shared = { whose, chosen };
  return (
    <>
      <Loading of={waiting} failed={TEXTS.list.failed} />
      <Group
        name="unanswered"
        title={TEXTS.list.unanswered}
        leads={waits.filter(({ lastText }) => lastText !== null)}
        {...shared}
      />
      <Group
        name="untouched"
        title={TEXTS.list.untouched}
        leads={waits.filter(({ lastText }) => lastText === null)}
        {...shared}
      />
      <Group name="due" title={TEXTS.list.due} leads={dueOnly} {...shared} />
      <Failure what={TEXTS.list.failed} error={due.error} onRetry={due.reload} />
      {waiting.value && <Loading of={today} failed={TEXTS.list.failed} />}
      {isEmpty && <p class="soft empty">{TEXTS.list.nobodyWaits}</p>}
      {BANDS.map((band) => (
        <Group
          key={band}
          name={band}
          title={TEXTS.list.filters[band]}
          leads={others.filter(({ filter }) => filter === band)}
          {...shared}
        />
      ))}
    </>
  );
}

interface GroupProps extends Omit<TodayProps, 'waiting'> {
  name: string;
  title: string;
  leads: readonly ListedLead[];
}

function Group({ name, title, leads, whose, chosen }: GroupProps) {
  if (leads.length === 0) return null;
  return (
    <section aria-labelledby={`band-${name}`}>
      <h2 id={`band-${name}`} class={`band ${name}`}>
        {title} <span class="soft">{leads.length}</span>
      </h2>
      <LeadList leads={leads} address={{ view: 'today', whose, search: {} }} chosen={chosen} />
    </section>
  );
}

/**
 * Reads leads page by page until one is of an earlier day. Without a filter by time the sheet need not be searched: the
 * newest leads stand at one place.
 */
async function loadToday(whose: Whose | undefined, isPoll: boolean): Promise<ListedLead[]> {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const leads = new Map<string, ListedLead>();
  for (let page = 1; ; page++) {
    const path = `/v1/leads?include=reasons&pageSize=${PAGE_SIZE}&page=${page}${agentQuery(whose)}`;
    const { data, total } = await readUnlessUnchanged<LeadPage>(path, isPoll);
    const isOfToday = ({ createdAt }: ListedLead) => createdAt !== null && Date.parse(createdAt) >= midnight;
    for (const lead of data.filter(isOfToday)) leads.set(lead.id, lead);
    if (page * PAGE_SIZE >= total || !data.every(isOfToday)) return [...leads.values()];
  }
}
