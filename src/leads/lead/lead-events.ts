import { toIso } from '../../http/fields';
import type { OutboxRow } from '../../outbox/jobs';
import { type EventSource, eventIdOf, type PushEvent } from '../../pushes/event-source';
import { pushNow } from '../../pushes/push-now';
import { listeningTo } from '../../pushes/receivers';
import { findAll } from '../../tables/tables';
import { LEADS, type Lead } from '../tables';
import { type Message, toMessageView } from '../thread/thread';
import { historyOf } from './history';
import { toLeadContent } from './lead-view';

export const LEAD_EVENT_TYPES = ['lead.created', 'lead.updated', 'message.received'] as const;
export type LeadEventType = (typeof LEAD_EVENT_TYPES)[number];

/** What happens to leads, pushed to the endpoints for leads. */
export const LEAD_EVENTS: EventSource<Lead> = {
  kind: 'lead push',
  findEntities: (ids) => findAll(LEADS, 'id', ids),
  cafeIdOf: () => NO_CAFE,
  toEvent: (lead, job) => (isOfLead(job) ? toLeadEvent(lead, job) : toMessageEvent(lead, job)),
};

const NO_CAFE = '';
const NEW_JOB = { kind: LEAD_EVENTS.kind, attempts: 0, state: 'queued', error: '' } as const;

/** A lead after a change, and the jobs of its events, which the change has put into the outbox. */
export interface LeadChange {
  lead: Lead;
  jobs: OutboxRow[];
}

type LeadVersion = Pick<Lead, 'id' | 'version'>;

/** Whether an endpoint gets the events of a type. One call of the cache, however many types are asked for. */
export function leadListeners(): (type: LeadEventType) => boolean {
  return listeningTo(NO_CAFE);
}

/** To be written before the leads. None where nobody listens. */
export function leadCreatedJobs(leads: readonly LeadVersion[]): OutboxRow[] {
  return leadListeners()('lead.created') ? leads.map(leadJob) : [];
}

/** The job of the event that a lead was created, or changed to this version. */
export function leadJob({ id, version }: LeadVersion): OutboxRow {
  return { ...NEW_JOB, id: `evt_${id}_${version}`, entityId: id, version, runAt: new Date() };
}

/** The job of the event that a lead has got a message, with which it has this version. */
export function messageJob({ id, version }: LeadVersion, message: Pick<Message, 'id'>): OutboxRow {
  return { ...NEW_JOB, id: `evt_${message.id}`, entityId: id, version, runAt: new Date() };
}

/** The first attempt to push what the jobs tell of. Call it outside every lock. */
export function pushLeadsNow(changes: readonly (LeadChange | undefined)[]): void {
  const events = changes.flatMap((change) =>
    change ? change.jobs.map((job) => ({ job, entity: change.lead })) : [],
  );
  if (events.length > 0) pushNow(LEAD_EVENTS, events);
}

function isOfLead(job: OutboxRow): boolean {
  return eventIdOf(job) === leadJob({ id: job.entityId, version: job.version }).id;
}

/** `hasNotes: false` says that notes were left out: `GET /v1/leads/:id` has them, if there are any. */
function toLeadEvent(lead: Lead, { version }: OutboxRow): PushEvent {
  const [type, at] = version === 1 ? ['lead.created', lead.createdAt] : ['lead.updated', lead.updatedAt];
  const content = toLeadContent(lead);
  const { notes, ...others } = content;
  return {
    type,
    timestamp: toIso(at) ?? new Date().toISOString(),
    data: content,
    shortData: { ...others, hasNotes: false },
  };
}

/** By the time of a late attempt the message may be in the archive. */
function toMessageEvent(lead: Lead, job: OutboxRow): PushEvent | undefined {
  const isMeant = ({ id }: Message) => `evt_${id}` === eventIdOf(job);
  const message = lead.thread.find(isMeant) ?? historyOf(lead).messages.find(isMeant);
  if (!message) return undefined;
  const data = { leadId: lead.id, message: toMessageView(message) };
  return { type: 'message.received', timestamp: message.at, data };
}
