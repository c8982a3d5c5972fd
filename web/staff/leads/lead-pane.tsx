import { useEffect, useRef } from 'preact/hooks';
import type { LeadView } from '../../../src/leads/lead/lead-view';
import { nameOf, Person } from '../../shared/person';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { Failure } from '../failure';
import { ApiError } from '../fetch-once';
import { Loading } from '../loading';
import { useResource } from '../resource';
import { redirect } from '../router';
import { Activities } from './activities';
import { ChoiceField } from './choice-field';
import { agentName, useChoices } from './choices';
import { Composer } from './composer';
import { Facts } from './facts';
import { type LeadsAddress, toHash } from './lead-address';
import { Reach, Score } from './lead-row';
import { leads, loadLead } from './lead-store';
import { NextStep } from './next-step';
import { NotesField } from './notes-field';
import * as TEXTS from './texts';
import { Thread } from './thread';
import { markRead } from './unread';
import { VehicleOfLead } from './vehicle-of-lead';

const POLL_S = 10;

/** A lead: its texts, and beside them what is known of it and what an agent does with it. */
export function LeadPane({ id, address }: { id: string; address: LeadsAddress }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const lead = useStore(leads).get(id);
  const load = async (isPoll: boolean) => {
    const current = await loadLead(id, isPoll);
    if (current !== id) redirect(toHash({ ...address, id: current }));
  };
  const { error, reload } = useResource(id, (isPoll) => load(isPoll), POLL_S);
  const focus = (field: string) => document.getElementById(field)?.focus();
  useShortcuts([
    { keys: 'r', description: TEXTS.lead.replyKey, run: () => focus('composer') },
    { keys: 's', description: TEXTS.lead.statusKey, run: () => focus('lead-status') },
  ]);
  const isLoaded = lead !== undefined;
  useEffect(() => {
    if (address.isReplying) focus('composer');
    else if (!isLoaded) heading.current?.focus({ preventScroll: true });
  }, [address.isReplying, isLoaded]);
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <article class="lead" aria-labelledby="lead-name">
      <a class="tap back" href={toHash({ ...address, id: undefined, isReplying: false })}>
        {TEXTS.lead.back}
      </a>
      <header class="row">
        <h2 id="lead-name" ref={heading} tabIndex={-1} dir="auto">
          {lead ? <Person name={lead.name} address={lead.phone} /> : id}
        </h2>
        {lead && <Score score={lead.score} filter={lead.filter} />}
      </header>
      <Loading
        of={{ value: lead, error, reload }}
        failed={TEXTS.lead.failed(id)}
        missing={TEXTS.lead.missing(id)}
      />
      {lead && !isMissing && <LeadContent lead={lead} address={address} reload={reload} />}
    </article>
  );
}

interface ContentProps {
  lead: LeadView;
  address: LeadsAddress;
  reload: () => void;
}

function LeadContent({ lead, address, reload }: ContentProps) {
  const { value: choices, error, reload: reloadChoices } = useChoices();
  const agents = choices?.agents.map(({ id }) => [id, agentName(choices, id)] as const) ?? [];
  const statuses = choices?.statuses.map((status) => [status, status] as const) ?? [];
  const lostReasons = choices?.lostReasons.map((reason) => [reason, reason] as const) ?? [];
  const name = nameOf(lead.name, lead.phone);
  useEffect(() => markRead(lead), [lead]);
  return (
    <>
      <div class="row">
        <Reach name={name} phone={lead.phone} address={{ ...address, id: lead.id }} />
        <bdi class="soft">{lead.phone}</bdi>
      </div>
      <div class="row fields">
        <ChoiceField
          id="lead-status"
          lead={lead}
          field="status"
          label={TEXTS.lead.status}
          options={statuses}
        />
        {lead.status === 'lost' && (
          <ChoiceField
            id="lead-lost-reason"
            lead={lead}
            field="lostReason"
            label={TEXTS.lead.lostReason}
            options={lostReasons}
          />
        )}
        <ChoiceField
          id="lead-agent"
          lead={lead}
          field="agentId"
          label={TEXTS.lead.agent}
          options={[['', TEXTS.lead.noAgent], ...agents]}
        />
      </div>
      <Failure what={TEXTS.search.choicesFailed} error={error} onRetry={reloadChoices} />
      <div class="lead-columns">
        <section class="conversation" aria-labelledby="thread-title">
          <h3 id="thread-title">{TEXTS.thread.title}</h3>
          <Thread lead={lead} reload={reload} />
          <Composer lead={lead} choices={choices} reload={reload} />
        </section>
        <div class="lead-side">
          <NextStep lead={lead} choices={choices} />
          <NotesField lead={lead} />
          <Facts lead={lead} />
          <VehicleOfLead lead={lead} />
          <Activities lead={lead} choices={choices} />
        </div>
      </div>
    </>
  );
}
