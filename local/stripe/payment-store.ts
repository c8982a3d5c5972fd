import { randomBytes } from 'node:crypto';
import type { Emulated, EmulatedCharge, EmulatedIntent, List } from './emulated';
import type { StripeError } from './stripe-error';

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string | null;
  status: 'succeeded';
  created: number;
  metadata: Record<string, string>;
}

/** What emulate does not store of intents and charges: secrets, declined cards, refunds. */
export class PaymentStore {
  readonly refunds: Refund[] = [];
  readonly declines = new Map<string, StripeError>();
  private readonly secrets = new Map<string, string>();
  private readonly emulated: Emulated;

  constructor(emulated: Emulated) {
    this.emulated = emulated;
  }

  /** The intent as Stripe has it. */
  async toIntent(intent: EmulatedIntent) {
    const charge = await this.findCharge(intent.id);
    const isPaid = intent.status === 'succeeded';
    return {
      ...intent,
      client_secret: this.secretOf(intent.id),
      amount_received: isPaid ? intent.amount : 0,
      latest_charge: charge?.id ?? null,
      last_payment_error: isPaid ? null : (this.declines.get(intent.id) ?? null),
    };
  }

  toCharge(charge: EmulatedCharge) {
    const amount_refunded = this.refundsOf(charge.id).reduce((sum, { amount }) => sum + amount, 0);
    return { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
  }

  refundsOf(charge: string): Refund[] {
    return this.refunds.filter((refund) => refund.charge === charge);
  }

  /** The charge of an intent. */
  async findCharge(intent: string): Promise<EmulatedCharge | undefined> {
    const path = `/v1/charges?payment_intent=${encodeURIComponent(intent)}`;
    return (await this.emulated.ask<List<EmulatedCharge>>('GET', path)).body.data[0];
  }

  private secretOf(intent: string): string {
    const known = this.secrets.get(intent) ?? `${intent}_secret_${randomBytes(12).toString('hex')}`;
    this.secrets.set(intent, known);
    return known;
  }
}
