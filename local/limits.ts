/**
 * What the platform allows, as data. Numbers of a free (consumer) account, of the page "Quotas for Google services"
 * (developers.google.com/apps-script/guides/services/quotas) unless a line says otherwise.
 */
export const LIMITS = {
  executionMs: 6 * 60_000,
  simultaneousExecutions: 30,
  triggerMsPerDay: 90 * 60_000,
  triggersPerScript: 20,
  propertyValueBytes: 9 * 1024,
  propertyStoreBytes: 500 * 1024,
  /** Both of support.google.com/drive/answer/37603 */
  cellCharacters: 50_000,
  spreadsheetCells: 10_000_000,
  /** The cache's numbers: developers.google.com/apps-script/reference/cache/cache */
  cacheKeyCharacters: 250,
  cacheValueBytes: 102_400,
  cacheSeconds: 21_600,
  cacheItems: 1_000,
  cacheItemsKept: 900,
  mailRecipientsPerDay: 100,
  mailRecipientsPerMessage: 50,
  /** developers.google.com/apps-script/reference/mail/mail-app */
  mailSubjectCharacters: 250,
  mailBodyBytes: 200 * 1024,
  mailAttachments: 250,
  mailAttachmentBytes: 25 * 1024 * 1024,
  fetchesPerDay: 20_000,
  fetchUrlCharacters: 2_082,
  fetchBytes: 50 * 1024 * 1024,
  fetchHeaders: 100,
} as const;

/** The platform's own wording, so that code and people meet here what they will meet there. */
export const WORDING = {
  executionTime: 'Exceeded maximum execution time',
  simultaneous: 'There are too many scripts running simultaneously for this Google user account.',
  computerTime: 'Service using too much computer time for one day.',
  tooManyTriggers:
    'This script has too many triggers. Triggers must be deleted from the script before more can be added.',
  propertyStoreFull:
    'You have exceeded the property storage quota. Please remove some properties and try again.',
  argumentTooLarge: (argument: string) => `Argument too large: ${argument}`,
  tooManyPerDay: (what: string) => `Service invoked too many times for one day: ${what}.`,
  serverError: "We're sorry, a server error occurred. Please wait a bit and try again.",
} as const;
