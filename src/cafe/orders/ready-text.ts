import {
  type Batch,
  DONE,
  type JobHandler,
  type JobResult,
  OUTBOX,
  type OutboxRow,
  retryUntilVisible,
  toRetry,
} from '../../outbox/jobs';
import { logged } from '../../platform/logged';
import { HOUR_MS, MINUTE_MS } from '../../platform/platform';
import { findAll, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import type { FindOptedOut } from '../../texts/opt-out';
import { MessageRefusedError, type OutboundMessage } from '../../texts/provider';
import { type Outcome, sendTexts } from '../../texts/send-texts';
import { currentProvider, findProvider } from '../../texts/texts';
import { listCafes } from '../cafes';
import { READY_KIND } from '../jobs';
import { ORDERS, type Order } from '../tables';
import { statusOf } from './states';

/** Texts customers who have asked for it that their order is ready, unless their phone wants no texts. */
export function createReadyTextHandler(findOptedOut: FindOptedOut): JobHandler {
  return {
    kind: READY_KIND,
    noun: 'text',
    maxAttempts: 6,
    delays: [1, 2, 4, 8, 16],
    isReady: () => findProvider() !== undefined,
    run: (jobs, deadline) => run(jobs, deadline, findOptedOut),
  };
}

/** A text that comes later than this is of no use. */
const MAX_AGE_MS = HOUR_MS;

/** A text to a phone that seems to want no more waits until that is decided. */
const WAIT_FOR_DECISION_MS = 2 * MINUTE_MS;

interface ReadyText {
  job: OutboxRow;
  readyAt: Date;
  message: OutboundMessage;
}

type Sent = Outcome<never>;

/** True for a change by which an order is ready for the first time, for a customer who wants to know. */
export function callsForText(before: Order, next: Order): boolean {
  const isFirst = statusOf(next) === 'ready' && !before.history.some(({ status }) => status === 'ready');
  return isFirst && next.textWhenReady && next.customerPhone !== '' && findProvider() !== undefined;
}

function run(jobs: readonly OutboxRow[], deadline: number, findOptedOut: FindOptedOut): Batch {
  const ids = [...new Set(jobs.map(({ entityId }) => entityId))];
  const orders = new Map(findAll(ORDERS, 'id', ids).map((order) => [order.id, order]));
  const names = new Map(listCafes().map(({ id, name }) => [id, name.trim()]));
  const optedOut = findOptedOut([...orders.values()].map(({ customerPhone }) => customerPhone));
  const results = new Map<string, JobResult>();
  const texts: ReadyText[] = [];
  for (const job of jobs) {
    const order = orders.get(job.entityId);
    if (!order || order.version < job.version) {
      results.set(job.id, retryUntilVisible(job, 'The order is not ready in the sheet yet.'));
      continue;
    }
    const text = toText(job, order, names);
    const choice = optedOut.get(order.customerPhone);
    if (!text || choice === 'opted_out') results.set(job.id, DONE);
    else if (choice === 'asked_to_stop')
      results.set(job.id, { state: 'postponed', runAt: new Date(Date.now() + WAIT_FOR_DECISION_MS) });
    else texts.push(text);
  }
  const sent = sendTexts<ReadyText, never>(texts, { checks: [findSent], mark, send, write() {} }, deadline);
  return { results: new Map([...results, ...sent]) };
}

/** Undefined for an order that is picked up already, or was ready long ago. The id of an order stays secret. */
function toText(job: OutboxRow, order: Order, names: ReadonlyMap<string, string>): ReadyText | undefined {
  const { at = '' } = order.history.find(({ status }) => status === 'ready') ?? {};
  const readyAt = new Date(at);
  if (statusOf(order) !== 'ready' || !(Date.now() - readyAt.getTime() < MAX_AGE_MS)) return undefined;
  const number = order.id.split('-').slice(0, 2).join('-');
  const body = `${names.get(order.cafeId) || 'The cafe'}: your order ${number} is ready for pickup.`;
  return {
    job,
    readyAt,
    message: { to: order.customerPhone, body, leadId: number, messageId: `ready_${number}` },
  };
}

/** A text that was marked or tried before is looked up: the provider may have it. */
function findSent({ job, readyAt, message }: ReadyText): Sent | undefined {
  try {
    const provider = currentProvider();
    provider.assertAvailable();
    const isNew = job.attempts === 0 && job.state === 'queued';
    return !isNew && provider.findSent(message, readyAt, []) ? { result: DONE } : undefined;
  } catch (error) {
    return { result: toRetry(error) };
  }
}

function mark(texts: readonly ReadyText[]): readonly ReadyText[] {
  const sending = () => ({ state: 'sending' as const });
  writeAll(write.update(OUTBOX, new Map(texts.map(({ job }) => [job.id, sending]))));
  return texts;
}

/** The provider refuses one to a phone that has said STOP; the order is ready all the same. */
function send({ job, message }: ReadyText): Sent {
  try {
    currentProvider().send(message);
    return { result: DONE };
  } catch (error) {
    if (!(error instanceof MessageRefusedError)) return { result: toRetry(error) };
    console.warn(logged(`${job.entityId}: the text that it is ready was refused: ${error.message}`));
    return { result: DONE };
  }
}
