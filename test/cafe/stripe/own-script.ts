import type { RunOptions } from '../../../runtime/execution/executor';
import type { Charge, ChargeWithIntent, Intent, Refunds } from '../../../src/cafe/payments/provider';
import { resultOf } from '../../harness/local';
import { startOwnRealm } from '../../harness/own-realm';
import type * as own from './script';

/** Names what the script can be asked, and has what it is given. */
export type Step = readonly [name: keyof typeof own, ...args: unknown[]];

/** The cafe's dealings with Stripe, in a script of their own. */
export async function startPayments() {
  const { realm, script } = await startOwnRealm(__dirname, { scopes: ['script.external_request'] });
  const run = async <R = void>(...step: Step) => resultOf(await realm.runtime.run(script, 'run', step)) as R;
  const execute = (steps: readonly Step[], options: RunOptions = {}) =>
    realm.runtime.run(script, 'runAll', steps, options);
  const runAll = async <R extends unknown[]>(...steps: readonly Step[]) =>
    resultOf(await execute(steps)) as R;
  return {
    run,
    /** In one execution: none finds what the one before it has left to its execution. */
    runAll,
    create: (charge: Charge) => run<Intent>('pay', 'create', charge),
    retrieve: (charge: ChargeWithIntent) => run<Intent>('pay', 'retrieve', charge),
    cancel: (charge: ChargeWithIntent) => run<Intent>('pay', 'cancel', charge),
    refund: (charge: ChargeWithIntent) => run<Refunds>('pay', 'refund', charge),
    /** Chooses items of the menu, between other steps: all that the person was shown, and what the steps have returned. */
    async click(steps: readonly Step[], ...answers: NonNullable<RunOptions['answers']>) {
      const execution = await execute(steps, { kind: 'menu', answers });
      const returned = resultOf(execution) as unknown[];
      return { shown: execution.dialogs.shown.map(({ text }) => text), returned };
    },
    later: (ms: number) => realm.scheduler.advance(ms),
    close: () => realm.close(),
  };
}

export type Payments = Awaited<ReturnType<typeof startPayments>>;
