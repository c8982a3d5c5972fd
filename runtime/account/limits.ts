import type { GmailMethod } from '../google/calls';

/**
 * What the platform allows, as data: each limit with its number, its wording and its source. Q is the page "Quotas
 * for Google services", developers.google.com/apps-script/guides/services/quotas.
 */
export type Account = 'consumer' | 'workspace';

/** The platform's own wording, so that code and people meet here what they will meet there. All of Q but the marked. */
export const WORDING = {
  executionTime: 'Exceeded maximum execution time',
  simultaneous: 'There are too many scripts running simultaneously for this Google user account.',
  computerTime: 'Service using too much computer time for one day.',
  /** Met by many, told of nowhere. */
  tooManyTriggers:
    'This script has too many triggers. Triggers must be deleted from the script before more can be added.',
  /** The platform's own words are not known, nor are those of the next. */
  notSupported: 'This operation is not supported here.',
  addOnTooOften: 'An add-on may run by a timer once an hour at most.',
  /** Of timers met by some, told of nowhere; of other triggers by analogy. */
  addOnTriggers: (type: string) =>
    `This add-on has created too many ${type} triggers in this document for this Google user account.`,
  /** Met by many, told of nowhere. */
  propertyStoreFull:
    'You have exceeded the property storage quota. Please remove some properties and try again.',
  /** developers.google.com/apps-script/reference/cache/cache */
  argumentTooLarge: (argument: string) => `Argument too large: ${argument}`,
  tooManyPerDay: (what: string) => `Service invoked too many times for one day: ${what}.`,
  serverError: "We're sorry, a server error occurred. Please wait a bit and try again.",
} as const;

/** The same for every account. */
export const LIMITS = {
  /** Q; says `executionTime`, which no script can catch. */
  executionMs: 6 * 60_000,
  /** Q, a user; says `simultaneous`. */
  simultaneousExecutions: 30,
  /** Q, a user and script; says `tooManyTriggers`. */
  triggersPerScript: 20,
  /** Q; says `argumentTooLarge`. */
  propertyValueBytes: 9 * 1024,
  /** Q; says `propertyStoreFull`. */
  propertyStoreBytes: 500 * 1024,
  /** Both of support.google.com/drive/answer/37603; what they say stands with the sheets. */
  cellCharacters: 50_000,
  spreadsheetCells: 10_000_000,
  /** Of the cache: developers.google.com/apps-script/reference/cache/cache; says `argumentTooLarge`. */
  cacheKeyCharacters: 250,
  cacheValueBytes: 102_400,
  cacheSeconds: 21_600,
  cacheItems: 1_000,
  cacheItemsKept: 900,
  /** Q; says "Limit exceeded: Email Recipients Per Message." and the like for the others. */
  mailRecipientsPerMessage: 50,
  /** developers.google.com/apps-script/reference/mail/mail-app */
  mailSubjectCharacters: 250,
  mailAttachments: 250,
  mailAttachmentBytes: 25 * 1024 * 1024,
  /** Q; says "Limit Exceeded: URLFetch URL Length." and the like for the others. */
  fetchUrlCharacters: 2_082,
  fetchBytes: 50 * 1024 * 1024,
  fetchHeaders: 100,
} as const;

/** What an account may use in a day; all of Q. */
export const DAILY = {
  triggerMs: { consumer: 90 * 60_000, workspace: 6 * 3_600_000, says: WORDING.computerTime },
  urlfetch: { consumer: 20_000, workspace: 100_000, says: WORDING.tooManyPerDay('urlfetch') },
  mailRecipients: { consumer: 100, workspace: 1_500, says: WORDING.tooManyPerDay('email') },
  /** Whether a write of many counts once or once a property is not told; here it counts once a property. */
  propertyOperations: { consumer: 50_000, workspace: 500_000, says: WORDING.tooManyPerDay('properties') },
  /** "Email read/write (excluding send)": whether calls of the advanced service count is documented nowhere. */
  gmailOperations: { consumer: 20_000, workspace: 50_000, says: WORDING.tooManyPerDay('gmail') },
} as const satisfies Record<string, Record<Account, number> & { says: string }>;

/** Body of one mail: Q; says "Limit exceeded: Email Body Size." */
export const MAIL_BODY_BYTES: Record<Account, number> = { consumer: 200 * 1024, workspace: 400 * 1024 };

/** What the account is entitled to, and how strictly what nobody knows for sure is read. */
export interface Plan {
  account: Account;
  gmailPrices: keyof typeof GMAIL_PRICES;
  /** Whether calls of the advanced Gmail service count as the day's `gmailOperations`. */
  countsGmailOperations: boolean;
}

export const FREE_PLAN: Plan = {
  account: 'consumer',
  gmailPrices: 'measured',
  countsGmailOperations: false,
};

/** Gmail's units for a user: so many within so many ms, and what each call costs. */
interface PriceList {
  ms: number;
  units: number;
  /** As refusals name it. */
  limit: string;
  prices: Record<GmailMethod, number>;
}

export const GMAIL_PRICES: Record<'measured' | 'published', PriceList> = {
  /**
   * github.com/kellystuard/jev-gmail-classifier, spikes/30-gmail-quota.md. Nobody measured messages.list, so it has
   * the published price: developers.google.com/workspace/gmail/api/reference/quota
   */
  measured: {
    ms: 60_000,
    units: 6_000,
    limit: 'Units per minute per user',
    prices: {
      'gmail.getProfile': 1,
      'gmail.labels.list': 1,
      'gmail.history.list': 2,
      'gmail.messages.list': 5,
      'gmail.messages.get': 20,
      'gmail.messages.attachments.get': 20,
      'gmail.messages.insert': 25,
      'gmail.messages.import': 25,
    },
  },
  /** Interface of the case tracker, section 8; what it leaves out as published. The limit's name is by analogy. */
  published: {
    ms: 1_000,
    units: 250,
    limit: 'Units per second per user',
    prices: {
      'gmail.getProfile': 1,
      'gmail.labels.list': 1,
      'gmail.history.list': 2,
      'gmail.messages.list': 5,
      'gmail.messages.get': 5,
      'gmail.messages.attachments.get': 5,
      'gmail.messages.insert': 25,
      'gmail.messages.import': 25,
    },
  },
};
