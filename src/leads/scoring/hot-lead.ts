import { listUsersWith } from '../../accounts/users';
import { toE164 } from '../../http/phone';
import {
  type Batch,
  DONE,
  type JobHandler,
  type JobResult,
  type OutboxRow,
  retryUntilVisible,
  toRetry,
} from '../../outbox/jobs';
import { DAY_MS } from '../../platform/platform';
import { findAll, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { MessageRefusedError, type OutboundMessage, type SentMessage } from '../../texts/provider';
import { type Outcome, sendTexts } from '../../texts/send-texts';
import { currentProvider, findProvider } from '../../texts/texts';
import type { Activity } from '../entries';
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
  onFailed: ({ entityId }, error) => updateAlerts([[entityId, { status: 'failed', error }]]),
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

/** The jobs of alerts that have just been called for. They are written before the leads. */
export function alertJobs(leads: readonly Lead[]): OutboxRow[] {
  return leads
    .filter(({ alert, updatedAt }) => alert?.status === 'queued' && alert.at === updatedAt.toISOString())
    .map(({ id, version, updatedAt: runAt }) => {
      const job = { id: `alert-${id}`, kind: ALERT_KIND, entityId: id, version, runAt };
      return { ...job, attempts: 0, state: 'queued', error: '' };
    });
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
    updateAlerts(changes.map(([{ lead }, alert]) => [lead.id, alert]));
  const sent = sendTexts<Pending, Partial<Alert>>(
    pending,
    {
      checks: [findSent, refuse],
      mark(texts) {
        const now = new Date().toISOString();
        change(
          texts.map((one) => [one, { status: 'sending', askedAt: one.alert.askedAt ?? now, ...one.message }]),
        );
      },
      send,
      write: change,
    },
    deadline,
  );
  return { results: new Map([...results, ...sent]) };
}

/** The alerts that are not over yet, and the results of all other jobs. */
function readPending(jobs: readonly OutboxRow[]): { pending: Pending[]; results: Map<string, JobResult> } {
  const byId = findLeads(jobs.map(({ entityId }) => entityId));
  const phones = new Map(listUsersWith('leads').map(({ id, phone }) => [id, toE164(phone)]));
  const vehicles = readVehicles([...byId.values()]);
  const results = new Map<string, JobResult>();
  const pending = jobs.flatMap((job): Pending[] => {
    const lead = byId.get(job.entityId);
    if (!lead?.alert) {
      results.set(job.id, retryUntilVisible(job, 'The lead has not been changed yet.'));
      return [];
    }
    const { alert } = lead;
    if (alert.status === 'sent' || alert.status === 'failed') {
      results.set(job.id, DONE);
      return [];
    }
    const to = alert.to ?? phones.get(lead.agentId);
    const body = alert.body ?? toAlertText(lead, vehicles.get(lead.vehicleId));
    return [{ job, lead, alert, message: to === undefined ? undefined : { to, body } }];
  });
  return { pending, results };
}

function readVehicles(leads: readonly Lead[]): Map<string, Vehicle> {
  const ids = [...new Set(leads.flatMap(({ vehicleId }) => vehicleId || []))];
  return new Map(findAll(VEHICLES, 'id', ids).map((vehicle) => [vehicle.id, vehicle]));
}

/** Looks up an alert that was marked: the provider may have it. */
function findSent(one: Pending): Sent | undefined {
  const { askedAt } = one.alert;
  try {
    const provider = currentProvider();
    provider.assertAvailable();
    const sent = askedAt && one.message && provider.findSent(toOutbound(one), new Date(askedAt), []);
    return sent ? toOutcome(sent) : undefined;
  } catch (error) {
    return { result: toRetry(error) };
  }
}

function refuse({ lead, alert, message }: Pending): Sent | undefined {
  if (Date.now() - Date.parse(alert.at) > MAX_AGE_MS) return toFailure('It could not be sent within a day.');
  if (message) return undefined;
  if (lead.agentId === '') return toFailure('The lead no longer has an agent.');
  return toFailure(
    `${lead.agentId} has no valid phone number in the Users tab, or no longer has access to leads.`,
  );
}

function send(one: Pending): Sent {
  try {
    return toOutcome(currentProvider().send(toOutbound(one)));
  } catch (error) {
    return error instanceof MessageRefusedError ? toFailure(error.message) : { result: toRetry(error) };
  }
}

function toOutbound({ job, lead, message }: Pending): OutboundMessage {
  return { to: message?.to ?? '', body: message?.body ?? '', leadId: lead.id, messageId: job.id };
}

function toOutcome({ sid }: SentMessage): Sent {
  return { result: DONE, change: { status: 'sent', sid } };
}

function toFailure(error: string): Sent {
  return { result: DONE, change: { status: 'failed', error } };
}

/** Writes the outcomes of alerts, which show among the activities of their leads. */
function updateAlerts(changes: readonly (readonly [string, Partial<Alert>])[]): void {
  const byId = new Map(changes);
  const at = new Date();
  const patches = [...byId].map(
    ([id, change]) => [id, (lead: Lead) => withChange(lead, change, at)] as const,
  );
  writeAll(write.update(LEADS, new Map(patches)));
}

function withChange({ alert, activities }: Lead, change: Partial<Alert>, at: Date): Partial<Lead> {
  if (!alert) return {};
  const next = { ...alert, ...change };
  return { alert: next, updatedAt: at, activities: [...activities, ...toActivities(next, at)] };
}

function toActivities({ status, error }: Alert, time: Date): Activity[] {
  const entry = { at: time.toISOString(), by: 'timer' };
  if (status === 'sent') return [{ ...entry, what: 'agent_alerted' }];
  return status === 'failed' ? [{ ...entry, what: 'alert_failed', error: error ?? '' }] : [];
}
