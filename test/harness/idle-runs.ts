import type { CacheItems } from '../../runtime/cache/caches';
import { EXECUTION_START_MS } from '../../runtime/execution/costs';
import type { Execution } from '../../runtime/execution/execution';
import type { Runtime } from '../../runtime/runtime';
import { VERSION } from '../../src/platform/build';
import { endExecution } from '../../src/platform/execution';

/** In the name of an entry that another version must not find. */
const BUILT_VERSION = /\b\d+\.\d+\.\d+\+[0-9a-f]+$/;

/**
 * Leaves out the runs of a timer's function that would read the cache and do nothing else, which the function itself decides:
 * it is asked in this process, with what the script's cache holds at that moment. They take their time and count against the
 * day as the last one that was made.
 */
export class IdleRuns {
  private readonly runtime: Pick<Runtime, 'run' | 'scheduler' | 'services'>;
  private readonly work: () => void;
  private last: Execution | undefined;

  constructor(runtime: IdleRuns['runtime'], work: () => void) {
    this.runtime = runtime;
    this.work = work;
  }

  readonly run: Runtime['run'] = async (script, name, args, options) => {
    const { scheduler, services } = this.runtime;
    const items = services.caches.open('script', script.id);
    const { last } = this;
    if (last && readsOnly(this.work, items, { startsAt: scheduler.now(), elapsed: last.elapsed })) {
      await new Promise<void>((resolve) => scheduler.at(scheduler.now() + last.elapsed, resolve));
      services.triggers.charge(last);
      return last;
    }
    const execution = await this.runtime.run(script, name, args, options);
    if (isIdle(execution)) this.last = execution;
    return execution;
  };
}

function isIdle({ status, calls }: Execution): boolean {
  return status === 'completed' && calls.every(({ method }) => method === 'cache.getAll');
}

/** Whether all that it asks Google for is what the cache has. */
function readsOnly(work: () => void, items: CacheItems, { startsAt, elapsed }: Timing): boolean {
  const there = [...items].filter(([, { expires }]) => expires > startsAt + EXECUTION_START_MS);
  const texts = new Map(there.map(([key, { value }]) => [key.replace(BUILT_VERSION, VERSION), value]));
  const getAll = (keys: string[]) =>
    Object.fromEntries(keys.filter((key) => texts.has(key)).map((key) => [key, texts.get(key)]));
  const clock = jest.spyOn(Date, 'now').mockReturnValue(startsAt + elapsed);
  const google = { CacheService: { getScriptCache: () => ({ getAll }) } };
  Object.assign(globalThis, google);
  try {
    work();
    return true;
  } catch (error) {
    // Google's other services are not there to be asked.
    if (error instanceof ReferenceError || error instanceof TypeError) return false;
    throw error;
  } finally {
    endExecution();
    clock.mockRestore();
    for (const name of Object.keys(google)) Reflect.deleteProperty(globalThis, name);
  }
}

interface Timing {
  /** Epoch ms. */
  startsAt: number;
  /** Modelled ms. */
  elapsed: number;
}
