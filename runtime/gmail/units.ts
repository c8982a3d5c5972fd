import { GMAIL_PRICES, type Plan } from '../account/limits';
import type { GmailMethod } from '../google/calls';

export interface RateRefusal {
  code: number;
  message: string;
  errors: { message: string; domain: string; reason: string }[];
}

/** The units that the account's user has spent on Gmail lately; a refused call spends none. */
export class GmailUnits {
  private readonly plan: Plan;
  private spent: { at: number; units: number }[] = [];

  constructor(plan: Plan) {
    this.plan = plan;
  }

  /** Spends what a call costs at a time (epoch ms), or answers how it is refused: code and words of facts 5.3. */
  spend(method: GmailMethod, at: number): RateRefusal | undefined {
    const { ms, units: most, limit, prices } = GMAIL_PRICES[this.plan.gmailPrices];
    this.spent = this.spent.filter((one) => one.at > at - ms);
    const units = this.spent.reduce((sum, one) => sum + one.units, prices[method]);
    if (units > most) return refusal(limit);
    this.spent.push({ at, units: prices[method] });
    return undefined;
  }
}

function refusal(limit: string): RateRefusal {
  const metric = `quota metric 'Total Query Cost' and limit '${limit}'`;
  const message = `Quota exceeded for ${metric} of service 'gmail.googleapis.com' for consumer 'project_number:${PROJECT}'.`;
  return { code: 403, message, errors: [{ message, domain: 'usageLimits', reason: 'rateLimitExceeded' }] };
}

const PROJECT = '100000000001';
