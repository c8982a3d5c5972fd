import type { RunOptions } from '../../../runtime/execution/executor';
import type { Charge, ChargeWithIntent, Intent, Refunds } from '../../../src/cafe/payments/provider';
import { resultOf } from '../../harness/local';
import { startOwnRealm } from '../../harness/own-realm';
import type * as own from './script';

/** The cafe's dealings with Stripe, in a script of their own. */
export async function startPayments() {
  const { realm, script } = await startOwnRealm(__dirname, { scopes: ['script.external_request'] });
  const execute = (name: keyof typeof own, args: unknown[] = [], options: RunOptions = {}) =>
    realm.runtime.run(script, 'run', [name, ...args], options);
  const run = async <R = void>(name: keyof typeof own, ...args: unknown[]) =>
    resultOf(await execute(name, args)) as R;
  return {
    run,
    create: (charge: Charge) => run<Intent>('pay', 'create', charge),
    retrieve: (charge: ChargeWithIntent) => run<Intent>('pay', 'retrieve', charge),
    cancel: (charge: ChargeWithIntent) => run<Intent>('pay', 'cancel', charge),
    refund: (charge: ChargeWithIntent) => run<Refunds>('pay', 'refund', charge),
    refundsOf: (intentId: string) => run<Refunds>('refundsOf', intentId),
    disputeStatus: (id: string) => run<string>('disputeStatus', id),
    /** Chooses an item of the menu: all that the person was shown. */
    async click(name: 'connectStripe' | 'renewStripeSecret', ...answers: NonNullable<RunOptions['answers']>) {
      const execution = await execute(name, [], { kind: 'menu', answers });
      resultOf(execution);
      return execution.dialogs.shown.map(({ text }) => text);
    },
    later: (ms: number) => realm.scheduler.advance(ms),
    close: () => realm.close(),
  };
}

export type Payments = Awaited<ReturnType<typeof startPayments>>;
