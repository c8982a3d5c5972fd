import { listLeadUsers } from '../../accounts/users';
import { toE164 } from '../../http/phone';
import {
  type Batch,
  DONE,
  type JobHandler,
  type JobResult,
  type OutboxRow,
  retryUntilVisible,
} from '../../outbox/jobs';
import { DAY_MS, MINUTE_MS } from '../../platform/platform';
import { findAll, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { type Outcome, sendTexts } from '../../texts/send-texts';
import { findProvider } from '../../texts/texts';
import type { Activity } from '../entries';
import { leadLists } from '../lists';
import { findLeads } from '../merged';
import { type Alert, LEADS, type Lead, VEHICLES, type Vehicle } from '../tables';
import { toAlertText } from './alert-text';

const ALERT_KIND = 'alert';

/** Texts the agent of a lead that is hot, at most once for a lead. */
export const ALERT_HANDLER: JobHandler = {
  kind: ALERT_KIND,
  noun: 'alert',
  maxAttempts: 9,
  delays: [1, 2, 4, 8, 16, 32, 64, 128],
  isReady: () => findProvider() !== undefined,
  run,
  onFailed: (job, error) => updateAlerts([[job, { status: 'failed', error }]]),
};

/** An alert that comes later than this is of no use. */
const MAX_AGE_MS = DAY_MS;

/**
 * The alert that a lead calls for which becomes hot, or gets an agent while it is. There is at most one for a lead: a
 * second one only where the first was never handed to a provider.
 */
export function alertFor(before: Watched | undefined, next: Watched, at: Date): Alert | undefined {
  if (next.filter !== 'hot' || next.agentId === '') return undefined;
  if (before?.filter === 'hot' && before.agentId === next.agentId) return undefined;
  const { alert } = next;
  if (alert && (alert.status !== 'failed' || alert.askedAt !== undefined)) return undefined;
  return { status: 'queued', at: at.toISOString(), error: null };
}

type Watched = Pick<Lead, 'filter' | 'agentId' | 'alert'>;

/** The columns that alerts stand in: to the agent, and to an admin. Their jobs are called `alert-L-7` and `escalation-L-7`. */
const ALERTS = ['alert', 'escalation'] as const;
type AlertColumn = (typeof ALERTS)[number];

function columnOf({ id }: Pick<OutboxRow, 'id'>): AlertColumn {
  return ALERTS.find((column) => id.startsWith(`${column}-`)) ?? 'alert';
}

/** The kind of the job that looks after some minutes whether anybody has touched a new hot lead. */
export const UNTOUCHED_KIND = 'hot lead';

/** The jobs of alerts that have just been called for. They are written before the leads. */
export function alertJobs(leads: readonly Lead[]): OutboxRow[] {
  return leads.flatMap((lead) => {
    const { updatedAt } = lead;
    const due = ALERTS.filter(
      (column) => lead[column]?.status === 'queued' && lead[column].at === updatedAt.toISOString(),
    );
    return due.map((column) => jobOf(lead, { id: column, kind: ALERT_KIND, runAt: updatedAt }));
  });
}

/** The job that looks after a new hot lead, unless it comes with many others in an import: nobody could touch them all. */
export function untouchedJobs(lead: Lead): OutboxRow[] {
  const minutes = lead.filter === 'hot' ? leadLists().settings.hotMinutes : 0;
  if (minutes === 0) return [];
  const runAt = new Date(lead.createdAt.getTime() + minutes * MINUTE_MS);
  return [jobOf(lead, { id: 'hot', kind: UNTOUCHED_KIND, runAt })];
}

function jobOf(
  { id: entityId, version }: Lead,
  { id, ...job }: Pick<OutboxRow, 'id' | 'kind' | 'runAt'>,
): OutboxRow {
  return { ...job, id: `${id}-${entityId}`, entityId, version, attempts: 0, state: 'queued', error: '' };
}

/** The alert of a job, of a lead that is there. */
interface Pending {
  job: OutboxRow;
  lead: Lead;
  alert: Alert;
  /** Undefined where the agent has no phone. */
  message: { to: string; body: string } | undefined;
}

type Sent = Outcome<Partial<Alert>>;

function run(jobs: readonly OutboxRow[], deadline: number): Batch {
  const { pending, results } = readPending(jobs);
  const change = (changes: readonly (readonly [Pending, Partial<Alert>])[]) =>
    updateAlerts(changes.map(([{ job, lead }, alert]) => [{ id: job.id, entityId: lead.id }, alert]));
  const sent = sendTexts<Pending, Partial<Alert>>(
    pending,
    {
      toMessage: ({ job, lead, message = { to: '', body: '' } }) => ({
        ...message,
        leadId: lead.id,
        messageId: job.id,
      }),
      askedAt: ({ alert, message }) => (alert.askedAt && message ? new Date(alert.askedAt) : undefined),
      refuse,
      mark(texts) {
        const now = new Date().toISOString();
        change(
          texts.map((one) => [one, { status: 'sending', askedAt: one.alert.askedAt ?? now, ...one.message }]),
        );
        return texts;
      },
      toOutcome: ({ sid }) => ({ result: DONE, change: { status: 'sent', sid } }),
      onRefused: (_, { message }) => toFailure(message),
      write: change,
    },
    deadline,
  );
  return { results: new Map([...results, ...sent]) };
}

/** The alerts that are not over yet, and the results of all other jobs. */
function readPending(jobs: readonly OutboxRow[]): { pending: Pending[]; results: Map<string, JobResult> } {
  const byId = findLeads(jobs.map(({ entityId }) => entityId));
  const users = listLeadUsers().map((user) => ({ ...user, phone: toE164(user.phone) }));
  const phones = new Map(users.map(({ id, phone }) => [id, phone]));
  const phoneOfAdmin = ({ agentId }: Lead) =>
    users.find(({ id, role, away, phone }) => role === 'admin' && !away && id !== agentId && phone)?.phone;
  const vehicles = readVehicles([...byId.values()]);
  const results = new Map<string, JobResult>();
  const taken = new Set<string>();
  const pending = jobs.flatMap((job): Pending[] => {
    const lead = byId.get(job.entityId);
    const column = columnOf(job);
    const alert = lead?.[column];
    if (!lead || !alert) {
      results.set(job.id, retryUntilVisible(job, 'The lead has not been changed yet.'));
      return [];
    }
    // Leads that were merged had a job each.
    const isTaken = taken.has(`${column} ${lead.id}`);
    taken.add(`${column} ${lead.id}`);
    if (isTaken || alert.status === 'sent' || alert.status === 'failed') {
      results.set(job.id, DONE);
      return [];
    }
    const isToAdmin = column === 'escalation';
    const to = alert.to ?? (isToAdmin ? phoneOfAdmin(lead) : phones.get(lead.agentId));
    const body =
      alert.body ?? toAlertText(lead, { vehicle: vehicles.get(lead.vehicleId), isUntouched: isToAdmin });
    return [{ job, lead, alert, message: to === undefined ? undefined : { to, body } }];
  });
  return { pending, results };
}

function readVehicles(leads: readonly Lead[]): Map<string, Vehicle> {
  const ids = [...new Set(leads.flatMap(({ vehicleId }) => vehicleId || []))];
  return new Map(findAll(VEHICLES, 'id', ids).map((vehicle) => [vehicle.id, vehicle]));
}

function refuse({ job, lead, alert, message }: Pending): Sent | undefined {
  if (Date.now() - Date.parse(alert.at) > MAX_AGE_MS) return toFailure('It could not be sent within a day.');
  if (message) return undefined;
  if (columnOf(job) === 'escalation')
    return toFailure('No admin who is not away has a valid phone number in the Users tab.');
  if (lead.agentId === '') return toFailure('The lead no longer has an agent.');
  return toFailure(
    `${lead.agentId} has no valid phone number in the Users tab, or no longer has access to leads.`,
  );
}

function toFailure(error: string): Sent {
  return { result: DONE, change: { status: 'failed', error } };
}

/** Writes the outcomes of alerts, which show among the activities of their leads. */
function updateAlerts(
  changes: readonly (readonly [Pick<OutboxRow, 'id' | 'entityId'>, Partial<Alert>])[],
): void {
  const at = new Date();
  const patches = changes.map(([{ entityId }]) => {
    const own = changes.filter(([job]) => job.entityId === entityId);
    const patch = (lead: Lead) => {
      const patched: Partial<Lead> = {};
      for (const [job, change] of own)
        Object.assign(patched, withChange({ ...lead, ...patched }, { job, change, at }));
      return patched;
    };
    return [entityId, patch] as const;
  });
  writeAll(write.update(LEADS, new Map(patches)));
}

interface AlertChange {
  job: Pick<OutboxRow, 'id'>;
  change: Partial<Alert>;
  at: Date;
}

function withChange(lead: Lead, { job, change, at }: AlertChange): Partial<Lead> {
  const column = columnOf(job);
  const alert = lead[column];
  if (!alert) return {};
  const next = { ...alert, ...change };
  const entries = toActivities(column, next, at);
  return { [column]: next, updatedAt: at, activities: [...lead.activities, ...entries] };
}

function toActivities(column: AlertColumn, { status, error }: Alert, time: Date): Activity[] {
  const entry = { at: time.toISOString(), by: 'timer' };
  if (status === 'sent') return [{ ...entry, what: column === 'alert' ? 'agent_alerted' : 'admin_alerted' }];
  return status === 'failed' ? [{ ...entry, what: 'alert_failed', error: error ?? '' }] : [];
}
