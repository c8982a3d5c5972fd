import type { Plan } from '../account/plan';
import type { GmailMethod } from './calls';

/** Gmail's quota units per user: how many within how many ms, and what each call costs. */
interface PriceList {
  ms: number;
  units: number;
  /** The limit's name in error messages. */
  limit: string;
  prices: Record<GmailMethod, number>;
}

/** developers.google.com/workspace/gmail/api/reference/quota */
const PUBLISHED_PRICES: PriceList['prices'] = {
  'gmail.getProfile': 1,
  'gmail.labels.list': 1,
  'gmail.labels.get': 1,
  'gmail.labels.create': 5,
  'gmail.labels.remove': 5,
  'gmail.history.list': 2,
  'gmail.messages.list': 5,
  'gmail.messages.get': 5,
  'gmail.messages.attachments.get': 5,
  'gmail.messages.insert': 25,
  'gmail.messages.import': 25,
  'gmail.threads.list': 10,
  'gmail.threads.get': 10,
  'gmail.threads.modify': 10,
  'gmail.threads.trash': 10,
  'gmail.threads.untrash': 10,
};

export const GMAIL_PRICES: Record<Plan['gmailPrices'], PriceList> = {
  /**
   * github.com/kellystuard/jev-gmail-classifier, spikes/30-gmail-quota.md. What nobody measured has the published price:
   * messages.list, threads.trash and what makes labels.
   */
  measured: {
    ms: 60_000,
    units: 6_000,
    limit: 'Units per minute per user',
    prices: {
      ...PUBLISHED_PRICES,
      'gmail.messages.get': 20,
      'gmail.messages.attachments.get': 20,
      'gmail.threads.get': 40,
    },
  },
  /** Google's older documentation, in units a second. The name of the limit is by analogy. */
  published: {
    ms: 1_000,
    units: 250,
    limit: 'Units per second per user',
    prices: PUBLISHED_PRICES,
  },
};

export interface RateLimitError {
  code: number;
  message: string;
  errors: { message: string; domain: string; reason: string }[];
}

/** The units that the user has spent on Gmail lately; a refused call spends none. */
export class GmailUnits {
  private readonly plan: Plan;
  private spent: { at: number; units: number }[] = [];

  constructor(plan: Plan) {
    this.plan = plan;
  }

  /** Spends the units of a call at a time (epoch ms), or returns the error (facts 5.3) if too few are left. */
  spend(method: GmailMethod, at: number): RateLimitError | undefined {
    const { ms, units: available, limit, prices } = GMAIL_PRICES[this.plan.gmailPrices];
    this.spent = this.spent.filter((one) => one.at > at - ms);
    const units = this.spent.reduce((sum, one) => sum + one.units, prices[method]);
    if (units > available) return refusal(limit);
    this.spent.push({ at, units: prices[method] });
    return undefined;
  }
}

function refusal(limit: string): RateLimitError {
  const metric = `quota metric 'Total Query Cost' and limit '${limit}'`;
  const message = `Quota exceeded for ${metric} of service 'gmail.googleapis.com' for consumer 'project_number:${PROJECT}'.`;
  return { code: 403, message, errors: [{ message, domain: 'usageLimits', reason: 'rateLimitExceeded' }] };
}

const PROJECT = '100000000001';
