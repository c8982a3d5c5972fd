import { DurableObject, type DurableObjectNamespace, type ExecutionContext } from 'cloudflare:workers';
import type { Origin } from './admission';
import { toCaller } from './caller';
import { createGateway, type GatewayOptions } from './gateway';
import { GatewayError, toErrorResponse } from './gateway-error';
import { MAY_HAVE_RUN } from './page-error';

/** The bindings that `deploy-worker.ts` configures. */
interface Env {
  OPTIONS: GatewayOptions;
  GATEWAY: DurableObjectNamespace<Gateway>;
}

/** A request's origin, always with the `fetch` of its own. */
type Visit = Origin & { fetch: typeof fetch };

/** The gateway in an object that a Worker has only one of, so that all its instances share the seats. */
export class Gateway extends DurableObject<Env> {
  private readonly gateway = createGateway(this.env.OPTIONS);

  answer(request: Request, { fetch, ...origin }: Visit): Promise<Response> {
    // A signal cannot be sent along with a call.
    return this.gateway(request, {
      ...origin,
      fetch: (url, { signal: _, ...init } = {}) => fetch(url, init),
    });
  }
}

/** Passes requests to the object. The pages never come here: Cloudflare serves them as static assets. */
// biome-ignore lint/style/noDefaultExport: Cloudflare looks for the Worker there.
export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    // Cloudflare compresses by itself, and would compress once more what says that it is compressed.
    const plain = new Request(request);
    plain.headers.delete('accept-encoding');
    const answer = env.GATEWAY.getByName('gateway').answer(plain, {
      address: toCaller(request.headers.get('cf-connecting-ip') ?? ''),
      // An object may have six calls without an answer at once, and so may each request. Here it is the request's.
      fetch: (...call: Parameters<typeof fetch>) => fetch(...call),
    });
    // Others may wait for the same call.
    ctx.waitUntil(answer.catch(() => {}));
    try {
      return await answer;
    } catch (cause) {
      console.error(cause);
      return toErrorResponse(new GatewayError('bad_gateway', `The gateway was restarted. ${MAY_HAVE_RUN}`));
    }
  },
};
