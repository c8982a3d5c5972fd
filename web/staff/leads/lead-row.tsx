import type { ListedLead } from '../../../src/leads/lead/lead-view';
import { nameOf, Person } from '../../shared/person';
import { useStore } from '../../shared/store';
import { Age, ShortTime } from '../../shared/time';
import { type LeadsAddress, toHash } from './lead-address';
import { leads, newestOf } from './lead-store';
import * as TEXTS from './texts';
import { isUnread, seen } from './unread';
import { isDue } from './waiting';

/** A step is late a day after it was due. */
const DAY_MS = 86_400_000;

interface LeadListProps {
  label?: string;
  leads: readonly ListedLead[];
  /** Address of the list. */
  address: LeadsAddress;
  chosen: string | undefined;
}

export function LeadList({ label, leads, address, chosen }: LeadListProps) {
  return (
    <ul class="lead-list" aria-label={label}>
      {leads.map((lead) => (
        <LeadRow
          key={lead.id}
          lead={lead}
          address={{ ...address, id: lead.id }}
          isChosen={lead.id === chosen}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  lead: ListedLead;
  /** Address of the lead, found in this list. */
  address: LeadsAddress;
  isChosen: boolean;
}

function LeadRow({ lead: listed, address, isChosen }: RowProps) {
  const lead = newestOf(listed, useStore(leads));
  const name = nameOf(lead.name, lead.phone);
  const isNew = isUnread(lead, useStore(seen));
  return (
    <li class={`lead-row ${isChosen ? 'chosen' : ''}`}>
      <div class="row">
        <a class="plain name" href={toHash(address)} dir="auto" aria-current={isChosen ? 'true' : undefined}>
          <Person name={lead.name} address={lead.phone} />
        </a>
        {isNew && <span class="chip">{TEXTS.list.unread}</span>}
        <Score score={lead.score} filter={lead.filter} />
      </div>
      {isDue(lead.nextAt) && (
        <p>
          <strong>
            {lead.nextStep || TEXTS.plan.title}{' '}
            {isDue(lead.nextAt, DAY_MS) ? TEXTS.list.late : TEXTS.list.step} <Age iso={lead.nextAt} />
          </strong>
        </p>
      )}
      {lead.lastText && (
        <p class="last-text" dir="auto">
          {lead.lastText}
        </p>
      )}
      {lead.reasons && <Reasons reasons={lead.reasons} />}
      <div class="row apart">
        <p class="soft">
          {lead.waitingFor === 'you' && (
            <strong>
              {TEXTS.list.waiting} <Age iso={lead.waitingSince} />
              {' · '}
            </strong>
          )}
          <bdi>{lead.phone}</bdi>
          {' · '}
          {lead.source !== '' && (
            <>
              <bdi>{lead.source}</bdi>
              {' · '}
            </>
          )}
          <bdi>{lead.status}</bdi>
          {' · '}
          <ShortTime iso={lead.createdAt} />
        </p>
        <Reach name={name} phone={lead.phone} address={address} />
      </div>
    </li>
  );
}

/** Links to call and to text, with one tap each. */
export function Reach({ name, phone, address }: { name: string; phone: string; address: LeadsAddress }) {
  // The sheet may have any text there.
  const number = phone.replace(/[^+\d]/g, '');
  return (
    <div class="reach">
      {number && (
        <a class="tap" href={`tel:${number}`} aria-label={TEXTS.list.callWhom(name)}>
          {TEXTS.list.call}
        </a>
      )}
      <a
        class="tap"
        href={toHash({ ...address, isReplying: true })}
        aria-label={TEXTS.list.textWhom(name)}
        onClick={focusComposer}
      >
        {TEXTS.list.text}
      </a>
    </div>
  );
}

export function Score({ score, filter }: Pick<ListedLead, 'score' | 'filter'>) {
  return (
    <span class={`chip score ${filter}`}>
      {score} {TEXTS.list.filters[filter]}
    </span>
  );
}

/** The rules that count for something, those for most first. */
function Reasons({ reasons }: Required<Pick<ListedLead, 'reasons'>>) {
  const counted = reasons.filter(({ points }) => points !== 0).sort((a, b) => b.points - a.points);
  return (
    <ul class="row reasons" dir="auto">
      {counted.map(({ field, rule, points }) => (
        <li key={field}>{TEXTS.list.reason(points, rule)}</li>
      ))}
    </ul>
  );
}

/** Focuses the composer if the lead is open already, since its address may not change then. */
function focusComposer({ currentTarget }: Event): void {
  const lead = currentTarget instanceof Element && currentTarget.closest('.lead');
  if (lead) lead.querySelector<HTMLElement>('#composer')?.focus();
}
