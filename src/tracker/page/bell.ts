import * as cache from '../../platform/cache';
import { endOfDay, startOfDay, today } from '../../platform/day';
import { properties } from '../../platform/platform';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { UserError } from '../../platform/user-error';
import { scan, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { type Bell, type BellItem, isDue, isUnseen, type Marked, type Refused, toIso } from '../case/answers';
import { countEach, countEmails } from '../case/email-counts';
import { CASES, type Case, fromCaseNumber, MESSAGES, toCaseNumber } from '../case/tables';
import { describeIntake, INTAKE } from '../intake/backlog';
import { type Journal, type Progress, readProgress } from '../intake/progress';
import { type ListedCase, lastMailOf, selectCases } from './case-list';
import { answer, input, optional, parse, wholeNumber } from './input';

const MarkInput = input('markBellSeen', { through: optional(wholeNumber('through', 0)) });

const MAX_ITEMS = 20;

const KEY = 'bell.current';
const VERSION = 'bell.version';
/** Edits by hand in the sheet are noticed that late. */
const TTL_S = 600;

/** The property that says up to which day the owner has been told what is due. */
const SEEN = 'bellSeen';

/** Current until other messages are stored, something is seen or due, or the day ends. */
interface CachedBell {
  /** Value of VERSION before the rows were read. */
  version: string;
  until: number;
  bell: Bell;
}

/** Answers what the owner has not seen yet. Rows are read only when something has changed. */
export function getBell(): Bell | Refused {
  return answer(() => {
    const found = cache.getTexts([KEY, VERSION, INTAKE]);
    const { stored, progress } = readProgress();
    const intake = describeIntake(progress, found[INTAKE]);
    return { ...readBell(found, { stored, progress }), ...(intake === undefined ? {} : { intake }) };
  });
}

function readBell(
  { [KEY]: text, [VERSION]: version = '' }: Partial<Record<string, string>>,
  { stored, progress }: Pick<ReturnType<typeof readProgress>, 'stored' | 'progress'>,
): Bell {
  const { messages } = messagesStored(progress);
  const cached: CachedBell | undefined = text === undefined ? undefined : JSON.parse(text);
  const isCurrent = cached?.version === version && cached.until > Date.now();
  if (isCurrent && cached.bell.messages === messages) return cached.bell;
  const zone = boundSpreadsheet().getSpreadsheetTimeZone();
  const day = today(zone);
  const items = selectCases().flatMap((one) =>
    toItem(one, { progress, day, zone, seenDay: seenDay(stored) }),
  );
  items.sort(newestFirst);
  const bell = { count: items.length, items: items.slice(0, MAX_ITEMS), through: messages, messages };
  cache.set(KEY, { version, until: endOfDay(day, zone), bell } satisfies CachedBell, TTL_S);
  return bell;
}

/**
 * Marks everything as seen that was stored by the time of a bell's `through`, or all there is, and what is due by today.
 * What was seen stays so. Messages are counted before it is read how many came later: one that comes in meanwhile may
 * leave an older one of its case unseen, but is never taken for seen itself.
 */
export function markBellSeen(given: unknown): Marked | Refused {
  return answer(() => {
    const wanted = parse(MarkInput, given ?? {});
    const cases = selectCases(countEmails());
    const { progress, journal } = readProgress();
    const { messages, newest } = messagesStored(progress);
    const through = Math.min(wanted.through ?? messages, messages);
    if (newest.length < messages - through)
      throw new UserError('Too much mail has arrived since. Reload the notifications');
    const counted = newest.slice(0, messages - through).map(toCaseNumber);
    const later = countEach([...counted, ...listUncounted(progress, journal)]);
    const changes = new Map<string, (row: Case) => Partial<Case>>();
    for (const { caseNumber, emailCount, seen } of cases) {
      const known = emailCount - (later.get(caseNumber) ?? 0);
      if (known > seen) changes.set(caseNumber, (row) => ({ seen: Math.max(row.seen ?? 0, known) }));
    }
    writeAll(write.update(CASES, changes));
    const day = today(boundSpreadsheet().getSpreadsheetTimeZone());
    properties().setProperty(SEEN, JSON.stringify({ day }));
    invalidateBell();
    return { ok: true, through };
  });
}

/** Call it once a change of what is new or due has reached the sheet: a bell that is being read now is not kept. */
export function invalidateBell(): void {
  cache.setText(VERSION, Utilities.getUuid(), cache.MAX_TTL_S);
}

/** The case numbers of messages that a check has stored by now, or one that died, and not counted yet. */
function listUncounted({ notifiedThrough }: Progress, journal: Journal | undefined): string[] {
  if (!journal) return [];
  const counted = notifiedThrough?.run === journal.run ? notifiedThrough.messages : 0;
  const ids = new Set(journal.messages.slice(counted));
  if (ids.size === 0) return [];
  const rows = scan(MESSAGES, ['messageId', 'caseNumber']);
  return rows.filter(({ messageId }) => ids.has(messageId)).map(({ caseNumber }) => caseNumber);
}

function newestFirst(a: BellItem, b: BellItem): number {
  if (a.date !== b.date) return (a.date ?? '') < (b.date ?? '') ? 1 : -1;
  return fromCaseNumber(b.caseNumber) - fromCaseNumber(a.caseNumber);
}

function messagesStored({ notifications }: Progress) {
  return notifications ?? { messages: 0, newest: [] };
}

function seenDay({ [SEEN]: seen = '{}' }: Readonly<Record<string, string>>): string {
  const { day = '' }: { day?: string } = JSON.parse(seen);
  return day;
}

interface ItemOptions {
  progress: Progress;
  day: string;
  zone: string;
  seenDay: string;
}

/** A case that has new mail and is due is one item: that of the mail. */
function toItem(one: ListedCase, { progress, day, zone, seenDay }: ItemOptions): BellItem[] {
  const { caseNumber, sender: from, senderName, subject, seen, due } = one;
  if (isUnseen(one)) {
    const wasReopened = progress.reopened?.[caseNumber] === seen;
    const kind = seen === 0 ? 'case' : 'message';
    const date = toIso(lastMailOf(one));
    return [{ kind: wasReopened ? 'reopened' : kind, caseNumber, from, senderName, subject, date }];
  }
  if (!isDue(one) || due > day || due <= seenDay) return [];
  const date = new Date(startOfDay(due, zone)).toISOString();
  return [{ kind: 'due', caseNumber, from, senderName, subject, date }];
}
