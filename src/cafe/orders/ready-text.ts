import {
  type Batch,
  DONE,
  type JobHandler,
  type JobResult,
  OUTBOX,
  type OutboxRow,
  retryUntilVisible,
} from '../../outbox/jobs';
import { logged } from '../../platform/logged';
import { HOUR_MS, MINUTE_MS } from '../../platform/platform';
import { findAll, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import type { FindOptedOut } from '../../texts/opt-out';
import type { OutboundMessage } from '../../texts/provider';
import { sendTexts } from '../../texts/send-texts';
import { findProvider } from '../../texts/texts';
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
  const sent = sendTexts<ReadyText, never>(
    texts,
    {
      toMessage: ({ message }) => message,
      // A text that was marked or tried before.
      askedAt: ({ job: { attempts, state }, readyAt }) =>
        attempts === 0 && state === 'queued' ? undefined : readyAt,
      mark(marked) {
        const sending = () => ({ state: 'sending' as const });
        writeAll(write.update(OUTBOX, new Map(marked.map(({ job }) => [job.id, sending]))));
        return marked;
      },
      toOutcome: () => ({ result: DONE }),
      // The provider refuses one to a phone that has said STOP; the order is ready all the same.
      onRefused({ job }, { message }) {
        console.warn(logged(`${job.entityId}: the text that it is ready was refused: ${message}`));
        return { result: DONE };
      },
      write() {},
    },
    deadline,
  );
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
