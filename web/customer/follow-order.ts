import type { CafeView } from '../../src/cafe/cafe-view';
import type { OrderView } from '../../src/cafe/orders/order-view';
import { createStore } from '../shared/store';

/** Reason why nothing new could be read. `missing`: there is no such order. */
type Problem = 'offline' | 'busy' | 'failed' | 'missing';

export interface Followed {
  order?: OrderView;
  cafe?: CafeView;
  problem?: Problem | undefined;
  /** Epoch ms of the last answer about the order. */
  answeredAt?: number | undefined;
}

export const followed = createStore<Followed>({});

/** Polling at first: a person who orders coffee looks often. */
const POLL_MS = 15_000;
const OFTEN_FOR_MS = 20 * 60_000;
const LATER_POLL_MS = 30_000;
/** Time in which the cafe may take back that an order is completed. */
const FOLLOW_ENDED_FOR_MS = 60 * 60_000;
/** The gateway itself waits for a minute. */
const TIMEOUT_MS = 75_000;

/** Called once, when the page starts. Asks while the page can be seen, and at once when it is seen again. */
export function followOrder(id: string): void {
  const startedAt = Date.now();
  let etag: string | null = null;
  let timer: number | undefined;
  let isAsking = false;
  /** Epoch ms. */
  let notBefore = 0;

  const lookAgain = (ms: number) => {
    clearTimeout(timer);
    if (isAsking || document.hidden) return;
    timer = setTimeout(() => void look(), Math.max(ms, notBefore - Date.now()));
  };

  const look = async () => {
    isAsking = true;
    const answer = await ask<OrderView>(`/v1/orders/${id}`, etag);
    if (answer.etag) etag = answer.etag;
    note(answer);
    await readCafe();
    isAsking = false;
    notBefore = Date.now() + (answer.retryAfterMs ?? 0);
    if (!isOver(followed.get())) lookAgain(Date.now() - startedAt < OFTEN_FOR_MS ? POLL_MS : LATER_POLL_MS);
  };

  document.addEventListener('visibilitychange', () => lookAgain(0));
  addEventListener('online', () => lookAgain(0));
  lookAgain(0);
}

function note({ value, problem }: Answer<OrderView>): void {
  const now = problem ? {} : { answeredAt: Date.now() };
  followed.set({ ...followed.get(), ...(value ? { order: value } : {}), ...now, problem });
}

/** Reads the cafe once. The page is true without it, so it is asked for again only with the order. */
async function readCafe(): Promise<void> {
  const { order, cafe } = followed.get();
  if (!order || cafe) return;
  const { value } = await ask<CafeView>(`/v1/cafes/${encodeURIComponent(order.cafeId)}`);
  if (value) followed.set({ ...followed.get(), cafe: value });
}

function isOver({ order, problem }: Followed): boolean {
  if (problem === 'missing') return true;
  const last = order?.history.at(-1);
  if (last?.status !== 'completed' && last?.status !== 'cancelled') return false;
  return Date.now() - Date.parse(last.at) > FOLLOW_ENDED_FOR_MS;
}

/** Answer with neither value nor problem where nothing has changed. */
interface Answer<T> {
  value?: T;
  etag?: string | null;
  problem?: Problem;
  retryAfterMs?: number;
}

async function ask<T>(path: string, etag: string | null = null): Promise<Answer<T>> {
  try {
    const response = await fetch(path, {
      headers: etag === null ? {} : { 'if-none-match': etag },
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 304) return {};
    if (!response.ok) return refused(response);
    // A network that wants somebody to log in answers with a page of its own, and then this is no JSON.
    return { value: (await response.json()) as T, etag: response.headers.get('etag') };
  } catch {
    return { problem: 'offline' };
  }
}

function refused({ status, headers }: Response): Answer<never> {
  if (status === 404) return { problem: 'missing' };
  if (status !== 429 && status !== 503) return { problem: 'failed' };
  return { problem: 'busy', retryAfterMs: 1_000 * (Number(headers.get('retry-after')) || 0) };
}
