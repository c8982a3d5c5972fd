import * as v from 'valibot';

const FailureSchema = v.object({
  /** `message`: not read yet. `attachments`: its row stands, files are missing. `alert`: the mail was not sent. */
  kind: v.picklist(['message', 'attachments', 'alert']),
  /** The messageId, or the case number of an alert. */
  id: v.string(),
  tries: v.number(),
  /** ISO 8601 UTC: the first time. */
  since: v.pipe(v.string(), v.isoTimestamp()),
  /** ISO 8601 UTC: the last time. */
  last: v.pipe(v.string(), v.isoTimestamp()),
  error: v.string(),
  /** Of missing attachments: the case that names the files, and the parts that they come from. */
  caseNumber: v.exactOptional(v.string()),
  parts: v.exactOptional(v.array(v.string())),
});

/** Something that did not work and will be tried again; the tab Settings shows the list to the owner. */
export type Failure = v.InferOutput<typeof FailureSchema>;

/** Whether a cell's JSON is such a list: a person may have typed into it. */
export function isFailureList(value: unknown): value is Failure[] {
  return v.is(v.array(FailureSchema), value);
}

/** What a run reports; the list adds how often and since when. */
export type Failed = Omit<Failure, 'tries' | 'since' | 'last'>;

const TRIES_IN_A_ROW = 3;
const HOUR = 3_600_000;
/** Time for the next day's allowance; an alert that is later helps nobody. */
const ALERT_LIFE = 48 * HOUR;

/** Three runs in a row, then every hour. */
function dueAt({ tries, last }: Failure): number {
  return tries < TRIES_IN_A_ROW ? 0 : Date.parse(last) + HOUR;
}

export function isDue(failure: Failure, now: number): boolean {
  return dueAt(failure) <= now;
}

/** The next time anything is due; undefined when nothing is. */
export function nextRetry(failures: readonly Failure[]): number | undefined {
  return failures.length === 0 ? undefined : Math.min(...failures.map(dueAt));
}

/** A message that is waiting, of which nothing is known but its id. */
export function waitingMessage(id: string, now: number): Failure {
  const at = new Date(now).toISOString();
  return { kind: 'message', id, tries: 0, since: at, last: at, error: '' };
}

/** The list after a run: what was tried and worked is gone, what failed (again) counts one try more. */
export function afterRun(
  before: readonly Failure[],
  tried: readonly Failure[],
  failed: readonly Failed[],
  now: number,
): Failure[] {
  const at = new Date(now).toISOString();
  const kept = before.filter((failure) => !tried.includes(failure) && !isStale(failure, now));
  const earlier = new Map(before.map((failure) => [keyOf(failure), failure]));
  const again = failed.map((failure) => {
    const { tries = 0, since = at } = earlier.get(keyOf(failure)) ?? {};
    return { ...failure, tries: tries + 1, since, last: at };
  });
  return [...kept, ...again.filter((failure) => !isStale(failure, now))];
}

function keyOf({ kind, id }: Failed): string {
  return `${kind} ${id}`;
}

function isStale({ kind, since }: Failure, now: number): boolean {
  return kind === 'alert' && now - Date.parse(since) > ALERT_LIFE;
}
