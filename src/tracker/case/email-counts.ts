import * as cache from '../../platform/cache';
import { describeError } from '../../platform/google-errors';
import { scan } from '../../tables/tables';
import { fromCaseNumber, MESSAGES, type Message, toCaseNumber } from './tables';

/** Number of messages of each case, by case number. */
export type EmailCounts = ReadonlyMap<string, number>;

interface CachedCounts {
  /** Value of VERSION before the rows were counted. If it is another now, mail has been stored since. */
  version: string;
  /** Epoch ms before the rows were counted. */
  countedAt: number;
  /** The indexes are the cases' numbers. */
  counts: number[];
}

const KEY = 'emailCounts.current';
const VERSION = 'emailCounts.version';

/** The clocks of two machines may differ by as much. */
const SKEW_MS = 2_000;

/** Reads the counts from the cache, or else counts. */
export function readEmailCounts(): EmailCounts {
  const { version, cached } = readCache();
  return cached
    ? new Map(cached.counts.map((count, number) => [toCaseNumber(number), count]))
    : countRows(version);
}

/** Counts as the tab is now. */
export function countEmails(): EmailCounts {
  return countRows(readCache().version);
}

/**
 * Adds the messages that a run has stored to the cached counts. These are dropped where an earlier run died, since it is
 * not known how far it came, and where somebody has counted since this run began and may have counted its rows. A page
 * that counts wrong for some hours is no reason for a check to fail.
 */
export function updateEmailCounts(
  messages: readonly Pick<Message, 'caseNumber'>[],
  { journal: unfinished, now }: { journal?: object | undefined; now: number },
): void {
  try {
    const { cached } = readCache();
    const version = Utilities.getUuid();
    cache.setText(VERSION, version, cache.MAX_TTL_S);
    if (unfinished || !cached || cached.countedAt + SKEW_MS >= now) return;
    const counts = add(cached.counts, countEach(messages.map(({ caseNumber }) => caseNumber)));
    setCache({ version, countedAt: Date.now(), counts });
  } catch (error) {
    console.warn(`The page may count mails wrong for some hours: ${describeError(error)}`);
  }
}

/** Call it after messages were removed. */
export function invalidateEmailCounts(): void {
  cache.setText(VERSION, Utilities.getUuid(), cache.MAX_TTL_S);
}

/** Reads the cache, which is valid only as long as no mail has been stored since. */
function readCache(): { version: string; cached: CachedCounts | undefined } {
  const { [KEY]: text, [VERSION]: version = '' } = cache.getTexts([KEY, VERSION]);
  const cached = text === undefined ? undefined : (JSON.parse(text) as CachedCounts);
  return { version, cached: cached?.version === version ? cached : undefined };
}

function setCache(counts: CachedCounts): void {
  cache.set(KEY, counts, cache.MAX_TTL_S);
}

function countRows(version: string): EmailCounts {
  const countedAt = Date.now();
  const emails = countEach(scan(MESSAGES, ['caseNumber']).map(({ caseNumber }) => caseNumber));
  setCache({ version, countedAt, counts: add([], emails) });
  return emails;
}

/** Counts how often each of them occurs. */
export function countEach(caseNumbers: readonly string[]): EmailCounts {
  const counts = new Map<string, number>();
  for (const caseNumber of caseNumbers) counts.set(caseNumber, (counts.get(caseNumber) ?? 0) + 1);
  return counts;
}

function add(counted: readonly number[], emails: EmailCounts): number[] {
  const sums = [...counted];
  for (const [caseNumber, count] of emails) {
    const number = fromCaseNumber(caseNumber);
    sums[number] = (sums[number] ?? 0) + count;
  }
  return Array.from(sums, (count = 0) => count);
}
