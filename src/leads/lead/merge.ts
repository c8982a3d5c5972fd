import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described } from '../../http/described';
import { maxText } from '../../http/fields';
import { invalid } from '../../http/http-error';
import { type Call, type Response, type Routes, route } from '../../http/route';
import { type Batch, DONE, type JobHandler, type JobResult, OUTBOX, toRetry } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { quote } from '../../platform/quote';
import { BusyError } from '../../platform/user-error';
import { ARCHIVE } from '../../tables/archive';
import { find, findAll, remove, VersionConflict, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { isFinal, isLater } from '../../texts/message-status';
import type { Activity, Message } from '../entries';
import { leadLists } from '../lists';
import { findMerged, orMerged } from '../merged';
import { alertFor } from '../scoring/hot-lead';
import { type Rule, scoreLead } from '../scoring/scoring';
import { scoringRules } from '../scoring/scoring-rules';
import { ALERT_STATUSES, type Alert, type Consent, DELETED_LEADS, LEADS, type Lead } from '../tables';
import { archiveLead, changesBetween } from './activities';
import { changeLead } from './change-lead';
import { DEFAULTS } from './defaults';
import { mergerOf } from './deleted-leads';
import { pushLeadsNow } from './lead-events';
import { LeadView } from './lead-view';
import { toComparable, withLinks } from './leads';
import { isClosedStatus } from './waiting';

const KIND = 'merge';

/** Completes merges, each of which has its job before anything else is written. */
export const MERGE_HANDLER: JobHandler = {
  kind: KIND,
  noun: 'merge',
  maxAttempts: 9,
  delays: [1, 2, 4, 8, 16, 32, 64, 128],
  run: (jobs): Batch => ({ results: new Map(jobs.map(({ id }) => [id, complete(toMerge(id))])) }),
};

const MergeBody = v.strictObject({
  into: described(
    v.pipe(maxText(40), v.nonEmpty()),
    'The ID of the lead that stays. It gets the messages and activities of the other, and the facts that it lacks.',
    'L-9',
  ),
});
type MergeBody = v.InferOutput<typeof MergeBody>;

export const MERGE_ROUTES: Routes = {
  'POST /v1/leads/:id/merge': route({
    summary: 'Merges a lead into another one of the same person, and returns that one',
    access: rolesWith('merging'),
    body: MergeBody,
    response: LeadView,
    hasLinks: true,
    errorStatuses: [409],
    handle: mergeLead,
  }),
};

/** May be repeated. */
function mergeLead({ params: { id: from = '' }, body: { into }, caller }: Call<MergeBody>): Response {
  if (from === into) throw invalid(`into must be another lead (got ${quote(into)}).`, 'into');
  const survivor = find(LEADS, into);
  if (!survivor) throw invalid(`into must be the ID of a lead (got ${quote(into)}).`, 'into');
  if (find(LEADS, from) === undefined && findMerged(from) === into) return withLinks(survivor, caller);
  orMerged(find(LEADS, from), from);
  if (!mergeInto({ from, into, by: caller?.id ?? '' }))
    throw new BusyError(`${from} is being changed. The merge is completed in a minute.`);
  return withLinks(orMerged(find(LEADS, into), into), caller);
}

/** False where the timer has to complete it, since the lead was changed again and again. */
export function mergeInto(merge: Merge): boolean {
  const { into } = merge;
  const job = { kind: KIND, entityId: into, version: 0, runAt: new Date(), attempts: 0, error: '' };
  writeAll(write.insert(OUTBOX, [{ ...job, id: toJobId(merge), state: 'queued' }]));
  wakeWorker();
  return moveAll(merge);
}

interface Merge {
  from: string;
  into: string;
  /** The ID of a user. */
  by: string;
}

function toJobId({ from, into, by }: Merge): string {
  return [KIND, from, into, by].join(' ');
}

function toMerge(jobId: string): Merge {
  const [, from = '', into = '', by = ''] = jobId.split(' ');
  return { from, into, by };
}

function complete({ from, into, by }: Merge): JobResult {
  try {
    const isDone = moveAll({ from, into: findMerged(into) ?? into, by });
    return isDone ? DONE : { state: 'retry', error: `${from} was changed meanwhile.` };
  } catch (error) {
    return toRetry(error);
  }
}

const MAX_ATTEMPTS = 3;

/**
 * The other lead gets everything before this one goes; where this one has changed in between, once more. Each step may be
 * repeated. False where it has changed again and again.
 */
function moveAll({ from, into, by }: Merge): boolean {
  const rules = scoringRules();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const other = find(LEADS, from);
    if (!other) {
      // Entries that were archived meanwhile.
      if (findMerged(from) === into) moveRows(from, into);
      return true;
    }
    const changed =
      from === into ? undefined : changeLead(into, (lead) => withOther(lead, other, { by, rules }));
    // The other lead is not there any more: this one stays.
    if (!changed) return true;
    moveRows(from, into);
    const isRemoved = removeUnchanged(other, into);
    archiveLead(changed.lead);
    pushLeadsNow([changed]);
    if (isRemoved) return true;
  }
  return false;
}

function removeUnchanged(other: Lead, into: string): boolean {
  try {
    const first = (lead: Lead) => mergerOf(lead, into);
    remove(LEADS, other.id, { ifVersion: other.version, first, opens: [DELETED_LEADS] });
    return true;
  } catch (error) {
    if (error instanceof VersionConflict) return false;
    throw error;
  }
}

/** Entries in the archive, texts that are queued and events that have not arrived. */
function moveRows(from: string, into: string): void {
  const archived = findAll(ARCHIVE, 'target', [from], ['id']);
  const jobs = findAll(OUTBOX, 'entityId', [from], ['id']);
  if (archived.length + jobs.length === 0) return;
  writeAll(
    write.update(ARCHIVE, new Map(archived.map(({ id }) => [id, () => ({ target: into })]))),
    write.update(OUTBOX, new Map(jobs.map(({ id }) => [id, () => ({ entityId: into, version: 0 })]))),
  );
}

/** Facts of a lead that it takes from the other where it has none. */
const FACTS = (Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]).filter(
  (name) => name !== 'source' && name !== 'notes' && name !== 'custom',
) as Exclude<keyof typeof DEFAULTS, 'source' | 'notes' | 'custom'>[];

/** Fields of a lead that a merge may change. */
const MERGED = ['name', 'status', 'notes', 'consent', 'nextAt', 'nextStep', 'lostReason', ...FACTS] as const;

/**
 * The lead with all that the other one has, scored anew: messages and activities in their order, the facts that it lacks, and
 * the stricter of what was said about texts, whatever consent was given. Its time changes in any case, so that a merge the other way round notices it.
 */
function withOther(
  lead: Lead,
  other: Lead,
  { by, rules }: { by: string; rules: readonly Rule[] },
): Partial<Lead> {
  const at = new Date();
  const isUnknown = (value: unknown) => value === '' || value === null;
  const facts = Object.fromEntries(
    FACTS.map((name) => [name, isUnknown(lead[name]) ? other[name] : lead[name]]),
  ) as Pick<Lead, (typeof FACTS)[number]>;
  const next: Lead = {
    ...lead,
    ...facts,
    // A message that came from an unknown phone has made a lead of that name.
    name: lead.name === lead.phone ? other.name : lead.name,
    // Somebody who has come back is no closed lead.
    status: lead.status === 'new' && !isClosedStatus(other.status) ? other.status : lead.status,
    notes: joinNotes(lead, other),
    consent: laterConsent(lead, other),
    ...nextStepOf(lead, other),
  };
  const changes = changesBetween(toComparable(lead), toComparable(next), MERGED);
  const merged: Activity = {
    at: at.toISOString(),
    by,
    what: 'merged',
    leads: [other.id],
    ...(changes && { changes }),
  };
  const isNoted = lead.activities.some(({ what, leads }) => what === 'merged' && leads?.includes(other.id));
  const scored = scoreLead(next, rules);
  const alert = furthest(lead.alert, other.alert);
  const before = { ...lead, alert };
  const activities = [...lead.activities, ...other.activities];
  return {
    ...facts,
    ...scored,
    name: next.name,
    status: next.status,
    notes: next.notes,
    consent: next.consent,
    nextAt: next.nextAt,
    nextStep: next.nextStep,
    custom: { ...namedIn(other), ...lead.custom },
    escalation: furthest(lead.escalation, other.escalation),
    // Known of entries in the archive too.
    firstResponseAt: earlier(lead.firstResponseAt, other.firstResponseAt),
    alert: alertFor(before, { ...next, ...scored, alert }, at) ?? alert,
    isOptedOut: lead.isOptedOut || other.isOptedOut,
    asksToStop: lead.asksToStop || other.asksToStop,
    convertedAt: earlier(lead.convertedAt, other.convertedAt),
    thread: inOrder(joinMessages(lead.thread, addressed(other, next.phone))),
    activities: [
      ...inOrder([...new Map(activities.map((one) => [JSON.stringify(one), one])).values()]),
      ...(isNoted ? [] : [merged]),
    ],
    archived:
      lead.archived === null || other.archived === null ? null : Math.max(lead.archived, other.archived),
    updatedAt: at,
  };
}

/** The owner's other columns may be formulas. */
function namedIn({ custom }: Lead): Lead['custom'] {
  const names = new Set(leadLists().fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(custom).filter(([name]) => names.has(name)));
}

function laterConsent({ consent }: Lead, { consent: others }: Lead): Consent | null {
  if (!consent || !others) return consent ?? others;
  return Date.parse(others.at) > Date.parse(consent.at) ? others : consent;
}

/** The lead's own next step, unless the other alone has one, or alone has a time for it. */
function nextStepOf(lead: Lead, other: Lead): Pick<Lead, 'nextAt' | 'nextStep'> {
  const rank = ({ nextAt, nextStep }: Lead) => (Number.isNaN(nextAt.getTime()) ? Number(nextStep !== '') : 2);
  const { nextAt, nextStep } = rank(other) > rank(lead) ? other : lead;
  return { nextAt, nextStep };
}

/** The one of two texts that the provider may have, so that no second one goes out. */
function furthest(alert: Alert | null, others: Alert | null): Alert | null {
  if (!alert || !others) return alert ?? others;
  const rank = ({ status, askedAt }: Alert) =>
    status === 'failed' && askedAt === undefined ? -1 : ALERT_STATUSES.indexOf(status);
  return rank(others) > rank(alert) ? others : alert;
}

/** The other's notes, and a phone or an email that it has besides. */
function joinNotes(lead: Lead, other: Lead): string {
  const contacts = (['phone', 'email'] as const).filter(
    (name) => lead[name] !== '' && other[name] !== '' && lead[name] !== other[name],
  );
  const added = [other.notes, ...contacts.map((name) => `${name} of ${other.id}: ${other[name]}`)];
  const missing = added.filter((text) => text !== '' && !lead.notes.includes(text));
  return [lead.notes, ...missing].filter(Boolean).join('\n');
}

/** The messages of a lead; those that are yet to be sent keep the phone that they were written to. */
function addressed({ thread, phone }: Lead, nextPhone: string): Message[] {
  if (phone === nextPhone) return thread;
  return thread.map((message) =>
    message.direction === 'outbound' && !isFinal(message) ? { to: phone, ...message } : message,
  );
}

/** A message that has been in both stays with the later of its statuses. */
function joinMessages(messages: readonly Message[], others: readonly Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const message of others) {
    const known = byId.get(message.id);
    if (!known || isLater(message.status, known)) byId.set(message.id, message);
  }
  return [...byId.values()];
}

function inOrder<E extends { at: string }>(entries: readonly E[]): E[] {
  return [...entries].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function earlier(one: Date, other: Date): Date {
  return !(one.getTime() <= other.getTime()) && !Number.isNaN(other.getTime()) ? other : one;
}
