import {
  type Batch,
  DONE,
  type JobHandler,
  type JobResult,
  type OutboxRow,
  retryUntilVisible,
  toRetry,
} from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { isGoogleRefusal } from '../../platform/google-errors';
import { DAY_MS, errorMessage, MINUTE_MS } from '../../platform/platform';
import { findAll } from '../../tables/tables';
import { isFinal } from '../../texts/message-status';
import { type Outcome, retryIn, sendTexts } from '../../texts/send-texts';
import { currentProvider, findProvider } from '../../texts/texts';
import type { Message } from '../entries';
import { changeLead } from '../lead/change-lead';
import { MESSAGE_KIND } from '../lead/text-jobs';
import { findLeads } from '../merged';
import { LEADS, type Lead } from '../tables';
import { nextTextTime } from './text-hours';
import { updateMessage, updateMessages } from './thread';

/** Sends the messages of leads, and asks for the status of those of which no delivery report has come. */
export const MESSAGE_HANDLER: JobHandler = {
  kind: MESSAGE_KIND,
  noun: 'text',
  /** The last one is made after some four hours. */
  maxAttempts: 9,
  delays: [1, 2, 4, 8, 16, 32, 64, 128],
  isReady: () => findProvider() !== undefined,
  run,
  onFailed: ({ entityId, id }, error) => updateMessage(entityId, id, { status: 'failed', error }),
};

/** A status is asked for after five minutes and then ever more rarely, for a day. */
const FIRST_STATUS_CHECK_MS = 5 * MINUTE_MS;
const LAST_STATUS_CHECK_MS = DAY_MS;

/** A text to somebody who seems to ask for no more waits until that is decided. */
const WAIT_FOR_DECISION_MS = 5 * MINUTE_MS;

/** A message that is not final yet. */
interface Outgoing {
  job: OutboxRow;
  lead: Lead;
  message: Message;
}

type Sent = Outcome<Partial<Message>>;

function run(jobs: readonly OutboxRow[], deadline: number): Batch {
  const { outgoing, results } = readMessages(jobs);
  const change = (changes: readonly (readonly [Outgoing, Partial<Message>])[]) =>
    updateMessages(
      changes.map(([{ lead, message }, change]) => ({ leadId: lead.id, messageId: message.id, change })),
    );
  const sent = sendTexts<Outgoing, Partial<Message>>(
    outgoing,
    {
      checks: [checkStatus, refuse],
      toMessage: ({ lead: { id: leadId, phone: to }, message: { id: messageId, body } }) => ({
        to,
        body,
        leadId,
        messageId,
      }),
      askedAt: ({ message: { askedAt } }) => (askedAt ? new Date(askedAt) : undefined),
      knownSids: ({ lead }, others) => [
        ...lead.thread.flatMap(({ sid }) => sid ?? []),
        ...others.flatMap(({ change }) => change?.sid ?? []),
      ],
      mark(texts) {
        const now = new Date().toISOString();
        const open = change(
          texts.map((one) => {
            const { askedAt = now, sendAt } = one.message;
            // The thread shows a scheduled text where the person gets it.
            return [one, { status: 'sending', askedAt, ...(sendAt === undefined ? {} : { at: askedAt }) }];
          }),
        );
        return texts.filter(({ message }) => open.has(message.id));
      },
      toOutcome: (sent) => ({ result: isFinal(sent) ? DONE : retryIn(FIRST_STATUS_CHECK_MS), change: sent }),
      onRefused({ lead }, { isOptedOut, message }) {
        if (isOptedOut) optOut(lead.id);
        return toFailure(message);
      },
      write: (changes) => void change(changes),
    },
    deadline,
  );
  return { results: new Map([...results, ...sent]) };
}

/** The messages of the jobs, and the results of jobs that need no provider. */
function readMessages(jobs: readonly OutboxRow[]): { outgoing: Outgoing[]; results: Map<string, JobResult> } {
  const leads = findLeads(jobs.map(({ entityId }) => entityId));
  const results = new Map<string, JobResult>();
  const found = jobs.map((job) => {
    const lead = leads.get(job.entityId);
    return { job, lead, message: lead?.thread.find(({ id }) => id === job.id) };
  });
  const others = findAll(LEADS, 'phone', [...new Set(found.flatMap(({ message }) => message?.to ?? []))]);
  const outgoing = found.flatMap(({ job, lead: owner, message }): Outgoing[] => {
    const lead = owner && message?.to !== undefined ? asReachedAt(owner, message.to, others) : owner;
    const runAt = lead && message && !isFinal(message) ? heldUntil(lead, message) : undefined;
    if (runAt) {
      results.set(job.id, { state: 'postponed', runAt });
      return [];
    }
    if (lead && message && !isFinal(message)) return [{ job, lead, message }];
    const isVisible = !lead || message;
    results.set(job.id, isVisible ? DONE : retryUntilVisible(job, 'The message is not in its thread yet.'));
    return [];
  });
  return { outgoing, results };
}

/** The lead as a text meets it that was written to the phone of another lead, before that one was merged into it. */
function asReachedAt(lead: Lead, phone: string, others: readonly Lead[]): Lead {
  const all = [lead, ...others.filter((other) => other.phone === phone)];
  return {
    ...lead,
    phone,
    isOptedOut: all.some(({ isOptedOut }) => isOptedOut),
    asksToStop: all.some(({ asksToStop }) => asksToStop),
  };
}

/** Time at which a text that must not go out now is looked at again; undefined where it may, or the provider has it. */
function heldUntil(lead: Lead, { sid, askedAt, sendAt }: Message): Date | undefined {
  if (sid !== undefined || lead.isOptedOut) return undefined;
  const now = Date.now();
  if (lead.asksToStop) return new Date(now + WAIT_FOR_DECISION_MS);
  const next = sendAt === undefined || askedAt !== undefined ? now : nextTextTime(lead, now);
  return next > now ? new Date(next) : undefined;
}

/** Asks for the status of a message that the provider has accepted. */
function checkStatus({ message: { sid, at, askedAt = at } }: Outgoing): Sent | undefined {
  if (sid === undefined) return undefined;
  const age = Date.now() - Date.parse(askedAt);
  const next = age < LAST_STATUS_CHECK_MS ? retryIn(Math.max(FIRST_STATUS_CHECK_MS, 2 * age)) : DONE;
  try {
    const status = currentProvider().findStatus(sid);
    if (!status) return { result: DONE };
    return { result: isFinal(status) ? DONE : next, change: status };
  } catch (error) {
    if (next.state !== 'retry') return { result: next };
    return { result: isGoogleRefusal(error) ? toRetry(error) : { ...next, error: errorMessage(error) } };
  }
}

function refuse({ lead }: Outgoing): Sent | undefined {
  if (lead.isOptedOut) return toFailure('The lead has opted out of text messages (replied STOP).');
  return lead.phone === '' ? toFailure('The lead has no phone.') : undefined;
}

function optOut(leadId: string): void {
  const changed = changeLead(leadId, () => ({ isOptedOut: true, updatedAt: new Date() }));
  if (changed && changed.jobs.length > 0) wakeWorker();
}

function toFailure(error: string): Sent {
  return { result: DONE, change: { status: 'failed', error } };
}
