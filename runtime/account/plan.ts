export type Account = 'consumer' | 'workspace';

const tooManyPerDay = (what: string) => `Service invoked too many times for one day: ${what}.`;

/**
 * Limits of an account for a day, and the message for more: the page "Quotas for Google services",
 * developers.google.com/apps-script/guides/services/quotas.
 */
export const DAILY = {
  triggerMs: {
    consumer: 90 * 60_000,
    workspace: 6 * 3_600_000,
    says: 'Service using too much computer time for one day.',
  },
  urlfetch: { consumer: 20_000, workspace: 100_000, says: tooManyPerDay('urlfetch') },
  mailRecipients: { consumer: 100, workspace: 1_500, says: tooManyPerDay('email') },
  /** A write of many counts once a property here. The documentation does not say whether it counts just once. */
  propertyOperations: { consumer: 50_000, workspace: 500_000, says: tooManyPerDay('properties') },
  /** "Email read/write (excluding send)": whether calls of the advanced service count is documented nowhere. */
  gmailOperations: { consumer: 20_000, workspace: 50_000, says: tooManyPerDay('gmail') },
} as const satisfies Record<string, Record<Account, number> & { says: string }>;

/** The account's entitlement, and how strictly to read quotas that are not documented clearly. */
export interface Plan {
  account: Account;
  /** The list of what calls of Gmail cost: the one that somebody measured, or the one that Google once published. */
  gmailPrices: 'measured' | 'published';
  /** True if calls of the advanced Gmail service count as the day's `gmailOperations`. */
  countsGmailOperations: boolean;
}

export const FREE_PLAN: Plan = {
  account: 'consumer',
  gmailPrices: 'measured',
  countsGmailOperations: false,
};
