import { isFull } from '../../health/cells';
import { formatAgo, formatDuration, formatTime, toProblem, toWarning } from '../../health/checks';
import type { Finding } from '../../health/report';
import { findLimit, type LimitKind } from '../../platform/google-messages';
import { HOUR_MS } from '../../platform/platform';
import { type Failure, nextRetry } from '../case/failures';
import { checkTime, isShort, minutesAllowed, usedUpUntil } from '../intake/budget';
import type { Progress } from '../intake/progress';

/** Fewer failures in a row may well be over by the next check. */
const REPORTED_TRIES = 3;

const ADVICE: Record<LimitKind, string> = {
  permission: 'A permission is missing: choose Case desk > Set up in the sheet and tick every box.',
  storage: 'Your Google storage is full. Free some space: the files are then stored automatically.',
  'daily quota': "The account's daily limit at Google is used up. Checks resume automatically within a day.",
  'rate limit': 'Google is limiting requests. Checks resume automatically.',
};

function adviceOn(error: string): string | undefined {
  const limit = findLimit(error);
  if (limit) return ADVICE[limit];
  return isFull()
    ? 'The sheet is full: choose Case desk > Remove old data. Its Export tab needs room, too: delete blank rows or a tab of your own first if there is none.'
    : undefined;
}

const FAILED: Record<Failure['kind'], (names: string) => string> = {
  message: (names) => `${names} could not be read`,
  attachments: (names) => `The attachments of ${names} could not be stored`,
  alert: (names) => `No alert could be sent for ${names}`,
};

const MAX_NAMES = 3;

/** While Google refuses everything. */
export function findPause({ pause }: Progress, now: number): Finding[] {
  if (!pause?.isRefused || pause.until < now - HOUR_MS) return [];
  const { since, until, error } = pause;
  const next = until > now ? ` The next check is ${formatTime(until, now)}.` : '';
  const sentence = `Mail has been waiting since ${formatTime(since, now)}: Google takes no more requests for Gmail.${next}`;
  return [toWarning(sentence, 'Nothing is lost, and there is nothing to do.', `Google said: ${error}`)];
}

/** While checks by the timer have used the minutes that they may, or all but those of short checks. */
export function findUsedUp(progress: Progress, now: number): Finding[] {
  const { lastCheckedAt = now, isBehind } = progress;
  const minutes = minutesAllowed(progress);
  const until = usedUpUntil(progress, now);
  const isSlow = isBehind && isShort(checkTime(progress, now));
  if (until === undefined && !isSlow) return [];
  const since = formatTime(lastCheckedAt, now);
  return [
    toWarning(
      until === undefined
        ? `More mail came in than ${minutes} minutes of checks a day have time for. Since ${since} it comes in slowly.`
        : `Mail has been waiting since ${since}: checks have used their ${minutes} minutes of the day. The next check is ${formatTime(until, now)}.`,
      'Nothing is lost. Choose Case desk > Check mail now. If no other script of this account needs its 90 minutes a day, raise timerMinutes in the Settings tab first: the check applies it.',
    ),
  ];
}

/** The checks that failed as a whole since the last one that succeeded. */
export function findFailedChecks({ lastFailure, pause }: Progress, now: number): Finding[] {
  if (!lastFailure || lastFailure.times < REPORTED_TRIES) return [];
  const { times, since, error } = lastFailure;
  const sentence = `The last ${times} checks failed, for ${formatDuration(now - Date.parse(since))}.`;
  const next = pause && pause.until > now ? ` ${formatTime(pause.until, now)}` : '';
  const cure = adviceOn(error) ?? `The next check${next} tries again.`;
  return [toProblem(sentence, cure, `Last error: ${error}`)];
}

/** A finding for each kind and reason. What fails again and again is a problem, the rest may be over by the next check. */
export function findRetries(failed: readonly Failure[], now: number): Finding[] {
  const keyOf = ({ kind, tries, error }: Failure) => `${kind} ${tries >= REPORTED_TRIES} ${error}`;
  const keys = new Set(failed.map(keyOf));
  return [...keys].flatMap((key) =>
    describeAlike(
      failed.filter((one) => keyOf(one) === key),
      now,
    ),
  );
}

/** `Message 18c2 could not be read, 3 times in 10 minutes.` */
function describeAlike(failures: readonly Failure[], now: number): Finding[] {
  const [first] = failures;
  if (!first) return [];
  const { kind, tries, since, error } = first;
  const names = failures.map(({ id }) => (kind === 'alert' ? id : `Message ${id}`));
  const others = names.length - MAX_NAMES;
  const listed = others > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${others} more` : names.join(', ');
  const age = now - Date.parse(since);
  const often = tries === 1 ? formatAgo(age) : `${tries} times in ${formatDuration(age)}`;
  const [sentence, detail] = [`${FAILED[kind](listed)}, ${often}.`, `Last error: ${error}`];
  if (tries >= REPORTED_TRIES) return [toProblem(sentence, adviceOn(error) ?? 'Retried every hour.', detail)];
  const due = nextRetry(failures) ?? now;
  const next = due <= now ? 'with the next check' : formatTime(due, now);
  return [toWarning(sentence, `Retried ${next}.`, detail)];
}
