import { invalid } from '../../http/parse';

const FIELD = 'pickupAt';
/** Clocks differ, and who wants it at once may say so. */
const SLACK_MS = 5 * 60_000;
const LONGEST_AHEAD_MS = 31 * 86_400_000;

/** @throws HttpError 422 for a time that has passed, or is more than a month away */
export function assertAhead(pickupAt: string | undefined, now: Date): void {
  if (pickupAt === undefined) return;
  const ahead = Date.parse(pickupAt) - now.getTime();
  if (ahead < -SLACK_MS) throw invalid(`${FIELD} must be in the future (got ${pickupAt}).`, FIELD);
  if (ahead > LONGEST_AHEAD_MS)
    throw invalid(`${FIELD} must be within the next 31 days (got ${pickupAt}).`, FIELD);
}
