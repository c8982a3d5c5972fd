import * as v from 'valibot';
import { HOUR_MS, nextAttempt, type RetrySchedule } from '../../platform/platform';

const FailureEntry = v.object({
  /** `message`: not read yet. `attachments`: its row has missing files. `alert`: the mail was not sent. */
  kind: v.picklist(['message', 'attachments', 'alert']),
  /** The messageId, or the case number of an alert. */
  id: v.string(),
  tries: v.number(),
  /** ISO 8601 UTC, of the first time. */
  since: v.pipe(v.string(), v.isoTimestamp()),
  /** ISO 8601 UTC, of the last time. */
  last: v.pipe(v.string(), v.isoTimestamp()),
  error: v.string(),
  /** Case that names the missing attachments, and the parts that they come from. */
  caseNumber: v.exactOptional(v.string()),
  parts: v.exactOptional(v.array(v.string())),
});

/** Something that did not work and is retried. The tab Settings shows the list to the owner. */
export type Failure = v.InferOutput<typeof FailureEntry>;

/** Failure that a run reports; the list adds how often and since when. */
export type NewFailure = Omit<Failure, 'tries' | 'since' | 'last'>;

/** Three runs in a row, then every hour. */
const RETRIES: RetrySchedule = { maxAttempts: Infinity, delays: [0, 0, 60] };
/** Time for the next day's quota. A later alert helps nobody. */
const ALERT_LIFETIME_MS = 48 * HOUR_MS;

/** True if a cell's JSON is such a list: a person may have typed into it. */
export function isFailureList(value: unknown): value is Failure[] {
  return v.is(v.array(FailureEntry), value);
}

/** Lists what is to be retried now. Refused alerts come in one mail then, so all of them are due with the first. */
export function listDue(failures: readonly Failure[], now: number): Failure[] {
  const current = failures.filter((failure) => !isExpired(failure, now));
  const isDue = (failure: Failure) => retryAt(failure) <= now;
  const isAlert = ({ kind }: Failure) => kind === 'alert';
  const isAlertDue = current.some((failure) => isAlert(failure) && isDue(failure));
  return current.filter((failure) => isDue(failure) || (isAlertDue && isAlert(failure)));
}

/** Epoch ms of the first retry; undefined where there is none. */
export function nextRetry(failures: readonly Failure[]): number | undefined {
  return failures.length === 0 ? undefined : Math.min(...failures.map(retryAt));
}

/** The list after a run: what was retried and worked is gone, what failed (again) has one try more. */
export function updateFailures(
  before: readonly Failure[],
  { retried, failures }: { retried: readonly Failure[]; failures: readonly NewFailure[] },
  now: number,
): Failure[] {
  const last = new Date(now).toISOString();
  const earlier = new Map(before.map((failure) => [keyOf(failure), failure]));
  const again = failures.map((failure) => {
    const { tries = 0, since = last } = earlier.get(keyOf(failure)) ?? {};
    return { ...failure, tries: tries + 1, since, last };
  });
  const others = before.filter((failure) => !retried.includes(failure));
  return [...others, ...again].filter((failure) => !isExpired(failure, now));
}

function keyOf({ kind, id }: NewFailure): string {
  return `${kind} ${id}`;
}

/** Epoch ms of its next retry. */
function retryAt({ tries, last }: Failure): number {
  return nextAttempt(RETRIES, tries, Date.parse(last))?.getTime() ?? Infinity;
}

function isExpired({ kind, since }: Failure, now: number): boolean {
  return kind === 'alert' && now - Date.parse(since) > ALERT_LIFETIME_MS;
}
