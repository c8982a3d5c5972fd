import type { Origin } from '../../gateway/admission';
import { createGateway, type Gateway, type GatewayOptions } from '../../gateway/gateway';
import type { StartedWorker } from './workers/worker';

/** Put in by Jest's configuration: where this project runs the gateway. */
declare const SHEETDESK_EDGE: 'node' | 'workers';

const started: Promise<StartedWorker>[] = [];
const closeAll = async () => {
  for (const worker of started.splice(0)) await (await worker).close();
};
// A test may end its requests in an `afterEach`, and none has ended before.
beforeEach(closeAll);
afterAll(closeAll);

/** The gateway of a test, in this process or as a Worker until the next test begins. */
export function openGateway(options: GatewayOptions): Gateway {
  return SHEETDESK_EDGE === 'workers' ? toWorker(options) : createGateway(options);
}

function toWorker({ stop: _, pages: __, ...options }: GatewayOptions): Gateway {
  // Only where it is needed: wrangler is large.
  const worker = import('./workers/worker').then(({ startWorker }) => startWorker(options));
  started.push(worker);
  return async (request, origin) => askWorker(await worker, request, origin);
}

async function askWorker(
  { url }: StartedWorker,
  request: Request,
  { address }: Origin = {},
): Promise<Response> {
  const { method, headers, body, signal } = request;
  const { pathname, search } = new URL(request.url);
  if (address) headers.set('cf-connecting-ip', toAddress(address));
  const init = {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...(body && { body, duplex: 'half' }),
  } as const;
  try {
    return await fetch(new URL(pathname + search, url), init);
  } catch (error) {
    // The gateway of this process answers that too.
    if (signal.aborted) return new Response(null, { status: 499 });
    throw error;
  }
}

/** Tests give callers names; a Worker is told addresses. */
function toAddress(caller: string): string {
  return `2001:db8:0:${Buffer.from(caller).subarray(0, 2).toString('hex')}::1`;
}
