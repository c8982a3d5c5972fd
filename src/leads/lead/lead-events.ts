import * as v from 'valibot';
import { described } from '../../http/described';
import { toIso } from '../../http/fields';
import type { OutboxRow } from '../../outbox/jobs';
import {
  type EventSource,
  type EventType,
  eventIdOf,
  eventType,
  type PushEvent,
} from '../../pushes/event-source';
import { pushNow } from '../../pushes/push-now';
import { listeningTo } from '../../pushes/receivers';
import { findAll } from '../../tables/tables';
import type { Message } from '../entries';
import { LEADS, type Lead } from '../tables';
import { historyOf } from './history';
import { LeadView, NOT_PUSHED, toLeadContent } from './lead-view';
import { MessageView, toMessageView } from './message-view';

/** A lead before and after a change; one that is new has no before. */
interface Change {
  before: Lead | undefined;
  lead: Lead;
}

interface LeadEventType extends EventType<Lead> {
  /** The IDs of the events of this type that a change is, which no event of another type has. */
  idsOf(change: Change): string[];
}

/** The lead, or the same without its notes where that would be too large. */
function leadData(): v.GenericSchema {
  const Lead = v.omit(LeadView, NOT_PUSHED);
  const ShortLead = v.strictObject({
    ...v.omit(Lead, ['notes']).entries,
    hasNotes: described(
      v.literal(false),
      'Only in a push without notes, which would be too large with them. Read the lead for its notes.',
    ),
  });
  return v.union([Lead, ShortLead]);
}

const ofVersion = ({ id, version }: Pick<Lead, 'id' | 'version'>) => `evt_${id}_${version}`;
const isOfVersion = (job: OutboxRow) =>
  eventIdOf(job) === ofVersion({ id: job.entityId, version: job.version });
const ofMessage = ({ id }: Message) => `evt_${id}`;

const TYPES: Readonly<Record<string, LeadEventType>> = {
  'lead.created': eventType({
    summary: 'A lead was created',
    description:
      'The lead as it was when the event was sent. Ignore it if its version is not higher than yours.',
    tag: 'leads',
    data: leadData(),
    exampleId: 'evt_L-7_1',
    idsOf: ({ before, lead }: Change) => (before ? [] : [ofVersion(lead)]),
    toPush: (lead: Lead, job: OutboxRow) =>
      isOfVersion(job) && job.version === 1 ? toPushedLead(lead, lead.createdAt) : undefined,
  }),
  'lead.updated': eventType({
    summary: 'A lead was changed',
    description:
      'The lead as it was when the event was sent. Ignore it if its version is not higher than yours.',
    tag: 'leads',
    data: leadData(),
    exampleId: 'evt_L-7_4',
    idsOf: ({ before, lead }: Change) =>
      before && contentOf(before) !== contentOf(lead) ? [ofVersion(lead)] : [],
    toPush: (lead: Lead, job: OutboxRow) =>
      isOfVersion(job) && job.version > 1 ? toPushedLead(lead, lead.updatedAt) : undefined,
  }),
  'lead.assigned': eventType({
    summary: 'A lead has got another agent',
    description: 'Pushed when a rule, a person or the timer gives a lead to somebody.',
    tag: 'leads',
    data: v.strictObject({
      leadId: described(v.string(), 'The ID of the lead.', 'L-7'),
      agentId: described(v.string(), 'The ID of the user who looks after it now.', 'U-2'),
    }),
    exampleId: 'evt_L-7_4_assigned',
    idsOf: ({ before, lead }: Change) =>
      lead.agentId !== '' && lead.agentId !== before?.agentId ? [`${ofVersion(lead)}_assigned`] : [],
    toPush: (lead: Lead, job: OutboxRow) =>
      eventIdOf(job).endsWith('_assigned')
        ? { timestamp: toIso(lead.updatedAt) ?? '', data: { leadId: lead.id, agentId: lead.agentId } }
        : undefined,
  }),
  // Messages that the desk sends, and what becomes of them, are no events.
  'message.received': eventType({
    summary: 'A lead has sent a text',
    description: 'The message, as in its thread.',
    tag: 'messaging',
    data: v.strictObject({ leadId: v.string(), message: described(MessageView, 'The message.') }),
    exampleId: 'evt_M-SM5f0c2e7d41b98a36',
    idsOf({ before, lead }: Change) {
      const known = new Set(before?.thread.map(({ id }) => id));
      const received = ({ id, direction }: Message) => direction === 'inbound' && !known.has(id);
      return lead.thread.filter(received).map(ofMessage);
    },
    toPush: toPushedMessage,
  }),
  'lead.merged': eventType({
    summary: 'A lead was merged into another one',
    description:
      'The lead is gone. All that it had is with the other one, which is pushed as lead.updated too.',
    tag: 'leads',
    data: v.strictObject({
      leadId: described(v.string(), 'The ID of the lead that was merged.', 'L-7'),
      mergedInto: described(v.string(), 'The ID of the lead that it was merged into.', 'L-9'),
    }),
    exampleId: 'evt_L-7_merged',
    idsOf({ before, lead }: Change) {
      const mergedIn = ({ activities = [] }: Partial<Lead>) =>
        activities.flatMap(({ what, leads = [] }) => (what === 'merged' ? leads : []));
      const known = mergedIn(before ?? {});
      return mergedIn(lead)
        .filter((id) => !known.includes(id))
        .map((id) => `evt_${id}_merged`);
    },
    toPush(lead: Lead, job: OutboxRow) {
      const [, leadId] = OF_MERGE.exec(eventIdOf(job)) ?? [];
      if (leadId === undefined) return undefined;
      return { timestamp: toIso(lead.updatedAt) ?? '', data: { leadId, mergedInto: lead.id } };
    },
  }),
};

const OF_MERGE = /^evt_(.+)_merged$/;

/** Events of leads, pushed to the endpoints for leads. */
export const LEAD_EVENTS: EventSource<Lead> = {
  kind: 'lead push',
  findEntities: (ids) => findAll(LEADS, 'id', ids),
  cafeIdOf: () => NO_CAFE,
  types: TYPES,
};

const NO_CAFE = '';
const NEW_JOB = { kind: LEAD_EVENTS.kind, attempts: 0, state: 'queued', error: '' } as const;

/** A lead after a change, and the jobs of its events, which the change has put into the outbox. */
export interface LeadChange {
  lead: Lead;
  jobs: OutboxRow[];
}

/** The events that an endpoint gets. One call of the cache: ask outside every lock. */
export function heardEvents(): { isAny: boolean; jobsOf(change: Change): OutboxRow[] } {
  const isHeard = listeningTo(NO_CAFE);
  const heard = Object.entries(TYPES).filter(([type]) => isHeard(type));
  return {
    isAny: heard.length > 0,
    /** Makes the jobs, to be written before the change. */
    jobsOf(change) {
      const ids = heard.flatMap(([, { idsOf }]) => idsOf(change));
      return ids.map((id) => jobOf(change.lead, id));
    },
  };
}

/** The job of the event that tells of a lead as it is now, or of a message that it has sent. */
export function eventJobOf(lead: Lead, message?: Message): OutboxRow {
  return jobOf(lead, message ? ofMessage(message) : ofVersion(lead));
}

function jobOf({ id: entityId, version }: Lead, id: string): OutboxRow {
  return { ...NEW_JOB, id, entityId, version, runAt: new Date() };
}

/** Finds a text that the lead has sent, which may be in the archive by the time of a late attempt. */
export function findReceived(lead: Lead, isMeant: (message: Message) => boolean): Message | undefined {
  const isReceived = (message: Message) => message.direction === 'inbound' && isMeant(message);
  return lead.thread.find(isReceived) ?? historyOf(lead).messages.find(isReceived);
}

/** The first attempt to push what the jobs tell of. Call it outside every lock. */
export function pushLeadsNow(changes: readonly (LeadChange | undefined)[]): void {
  const events = changes.flatMap((change) =>
    change ? change.jobs.map((job) => ({ job, entity: change.lead })) : [],
  );
  if (events.length > 0) pushNow(LEAD_EVENTS, events);
}

/** Every update counts the version up, and most set the time. */
function contentOf(lead: Lead): string {
  return JSON.stringify({ ...toLeadContent(lead), version: 0, updatedAt: null });
}

/** `hasNotes: false` says that notes were left out: `GET /v1/leads/:id` has them, if there are any. */
function toPushedLead(lead: Lead, at: Date): Omit<PushEvent, 'type'> {
  const content = toLeadContent(lead);
  const { notes, ...others } = content;
  return {
    timestamp: toIso(at) ?? new Date().toISOString(),
    data: content,
    shortData: { ...others, hasNotes: false },
  };
}

function toPushedMessage(lead: Lead, job: OutboxRow): Omit<PushEvent, 'type'> | undefined {
  if (isOfVersion(job)) return undefined;
  const message = findReceived(lead, (one) => ofMessage(one) === eventIdOf(job));
  if (!message) return undefined;
  return { timestamp: message.at, data: { leadId: lead.id, message: toMessageView(message) } };
}
