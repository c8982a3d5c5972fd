import {
  type Batch,
  DONE,
  type JobHandler,
  type JobResult,
  type OutboxRow,
  retryUntilVisible,
} from '../outbox/jobs';
import { classifyError } from '../platform/google-errors';
import { DAY_MS, errorMessage, HOUR_MS, MINUTE_MS } from '../platform/platform';
import { findAll, update } from '../tables/tables';
import { MESSAGE_KIND } from './messages';
import {
  type MessageProvider,
  MessageRefusedError,
  type OutboundMessage,
  offline,
  type SentMessage,
} from './provider';
import { LEADS, type Lead } from './tables';
import { isFinal, type Message, type MessageChange, updateMessage, updateMessages } from './thread';
import { findTwilioSettings, twilio } from './twilio';

/** Sends the messages of leads, and asks for the status of those of which no delivery report has come. */
export const MESSAGE_HANDLER: JobHandler = {
  kind: MESSAGE_KIND,
  /** The last one is made after some four hours. */
  maxAttempts: 9,
  delays: [1, 2, 4, 8, 16, 32, 64, 128],
  run,
  onFailed: ({ entityId, id }, error) => updateMessage(entityId, id, { status: 'failed', error }),
};

/** A status is asked for after five minutes and then ever more rarely, for a day. */
const FIRST_STATUS_CHECK_MS = 5 * MINUTE_MS;
const LAST_STATUS_CHECK_MS = DAY_MS;

type Retry = Extract<JobResult, { state: 'retry' }>;

/** A message that is not final yet. */
interface Outgoing {
  job: OutboxRow;
  lead: Lead;
  message: Message;
}

interface Outcome {
  result: JobResult;
  change?: Partial<Message>;
}

/** Each message is marked before any is sent: the provider may accept one and this execution end. */
function run(jobs: readonly OutboxRow[], deadline: number): Batch {
  const { outgoing, results } = readMessages(jobs);
  const outcomes = new Map<Outgoing, Outcome>();
  const open = () => outgoing.filter((one) => !outcomes.has(one) && Date.now() < deadline);
  const tryEach = (some: readonly Outgoing[], work: (one: Outgoing) => Outcome | undefined) => {
    for (const one of some) {
      if (Date.now() >= deadline) return;
      const outcome = work(one);
      if (outcome) outcomes.set(one, outcome);
    }
  };
  tryEach(open(), checkStatus);
  tryEach(open(), (one) =>
    findSent(
      one,
      [...outcomes.values()].flatMap(({ change }) => change?.sid ?? []),
    ),
  );
  const unsent = open();
  const mark = { status: 'sending', askedAt: new Date().toISOString() } as const;
  updateMessages(unsent.map((one) => toChange(one, mark)));
  tryEach(unsent, send);
  updateMessages([...outcomes].flatMap(([one, { change }]) => (change ? [toChange(one, change)] : [])));
  for (const [{ job }, { result }] of outcomes) results.set(job.id, result);
  return { results };
}

/** The messages of the jobs, and the results of jobs that need no provider. */
function readMessages(jobs: readonly OutboxRow[]): { outgoing: Outgoing[]; results: Map<string, JobResult> } {
  const leads = new Map(
    findAll(LEADS, 'id', [...new Set(jobs.map(({ entityId }) => entityId))]).map((lead) => [lead.id, lead]),
  );
  const results = new Map<string, JobResult>();
  const outgoing = jobs.flatMap((job): Outgoing[] => {
    const lead = leads.get(job.entityId);
    const message = lead?.thread.find(({ id }) => id === job.id);
    if (lead && message && !isFinal(message)) return [{ job, lead, message }];
    const isVisible = !lead || message;
    results.set(job.id, isVisible ? DONE : retryUntilVisible(job, 'The message is not in its thread yet.'));
    return [];
  });
  return { outgoing, results };
}

function toChange({ lead, message }: Outgoing, change: Partial<Message>): MessageChange {
  return { leadId: lead.id, messageId: message.id, change };
}

/** Of a message that the provider has accepted. */
function checkStatus({ message: { sid, at, askedAt = at } }: Outgoing): Outcome | undefined {
  if (sid === undefined) return undefined;
  const age = Date.now() - Date.parse(askedAt);
  const next = age < LAST_STATUS_CHECK_MS ? checkIn(Math.max(FIRST_STATUS_CHECK_MS, 2 * age)) : DONE;
  try {
    const status = currentProvider().findStatus(sid);
    if (!status) return { result: DONE };
    return { result: isFinal(status) ? DONE : next, change: status };
  } catch (error) {
    return { result: next.state === 'retry' ? { ...next, error: errorMessage(error) } : next };
  }
}

/** An attempt whose outcome is unknown is looked up first, so that no message is sent twice. */
function findSent({ lead, message }: Outgoing, newSids: readonly string[]): Outcome | undefined {
  const { askedAt } = message;
  if (lead.isOptedOut) return toFailure('The lead has opted out of text messages (replied STOP).');
  const knownSids = [...lead.thread.flatMap(({ sid }) => sid ?? []), ...newSids];
  try {
    const provider = currentProvider();
    provider.assertAvailable();
    const sent = askedAt && provider.findSent(toOutbound(lead, message), new Date(askedAt), knownSids);
    return sent ? toOutcome(sent) : undefined;
  } catch (error) {
    return { result: toRetry(error) };
  }
}

function send({ lead, message }: Outgoing): Outcome {
  try {
    return toOutcome(currentProvider().send(toOutbound(lead, message)));
  } catch (error) {
    if (!(error instanceof MessageRefusedError)) return { result: toRetry(error) };
    if (error.isOptedOut) update(LEADS, lead.id, () => ({ isOptedOut: true }));
    return toFailure(error.message);
  }
}

/** Where a daily quota of Google is used up, the message waits until the day is over. */
function toRetry(error: unknown): JobResult {
  const next = classifyError(error) === 'daily quota' ? checkIn(HOUR_MS) : { state: 'retry' as const };
  return { ...next, error: errorMessage(error) };
}

function toOutbound({ id: leadId, phone: to }: Lead, { id: messageId, body }: Message): OutboundMessage {
  return { to, body, leadId, messageId };
}

function toOutcome(sent: SentMessage): Outcome {
  return { result: isFinal(sent) ? DONE : checkIn(FIRST_STATUS_CHECK_MS), change: sent };
}

function toFailure(error: string): Outcome {
  return { result: DONE, change: { status: 'failed', error } };
}

function currentProvider(): MessageProvider {
  const settings = findTwilioSettings();
  return settings ? twilio(settings) : offline;
}

function checkIn(ms: number): Retry {
  return { state: 'retry', error: '', retryAt: new Date(Date.now() + ms) };
}
