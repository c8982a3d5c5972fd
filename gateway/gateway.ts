import { askWebApp } from './ask-web-app';
import { parseReply } from './envelope';
import { createFront, type Front } from './front';
import { CUSTOMER_READS, DOCUMENT_READS } from './recent-reads';
import type { StaticFile } from './static-file';

export interface GatewayOptions {
  /** The API's deployment: `https://script.google.com/macros/s/.../exec`. */
  webApp: string | URL;
  /** The pages, from `.build/pages.json`; none by default. */
  pages?: readonly StaticFile[];
  /** Time that the script may take, with redirects; Google stops it after six minutes. */
  timeoutMs?: number;
  /** The longest body of a request. */
  maxBytes?: number;
  /** Number of requests that the script may work on at once. Google runs thirty executions of an account, timers included. */
  seats?: number;
  /** Signal after which requests that wait for a seat are answered, and so is every further one. */
  stop?: AbortSignal;
}

export type Gateway = Front;

/** Waiting requests per seat, few enough that even with calls of six seconds each gets its turn before callers give up. */
const WAITING_PER_SEAT = 3;

/** Real HTTP in front of the web app. */
export function createGateway({
  webApp,
  timeoutMs = 60_000,
  seats = 25,
  ...others
}: GatewayOptions): Gateway {
  const url = new URL(webApp);
  return createFront({
    ...others,
    ask: async (envelope, { fetch }) => parseReply(await askWebApp(url, envelope, { timeoutMs, fetch })),
    seats: { total: seats, waitingPerSeat: WAITING_PER_SEAT },
    shared: [...CUSTOMER_READS, ...DOCUMENT_READS],
  });
}
