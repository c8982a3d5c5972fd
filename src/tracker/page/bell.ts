import * as cache from '../../platform/cache';
import { endOfDay, startOfDay, today } from '../../platform/day';
import { properties } from '../../platform/platform';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { UserError } from '../../platform/user-error';
import { updateRows, writeAll } from '../../tables/tables';
import { type Progress, readProgress } from '../intake/progress';
import { CASES, type Case, fromCaseNumber } from '../tables';
import { type Bell, type BellItem, type Marked, type Refused, toIso } from './answers';
import { countEmails, isDue, isUnseen, type ListedCase, lastMailOf, selectCases } from './case-list';
import { answer, input, optional, parse, wholeNumber } from './input';

const MarkInput = input('markBellSeen', { through: optional(wholeNumber('through', 0)) });

const MAX_ITEMS = 20;

const KEY = 'bell';
/** What is typed into the sheet by hand is noticed that late. */
const TTL_S = 600;

/** The property that says up to which day the owner has been told what is due. */
const SEEN = 'bellSeen';

/** Current until other messages are stored, or the day ends. */
interface CachedBell extends Bell {
  until: number;
}

/** What the owner has not seen yet. Rows are read only when something has changed. */
export function getBell(): Bell | Refused {
  return answer(() => {
    const { stored, progress } = readProgress();
    const { messages } = messagesStored(progress);
    const cached = cache.get<CachedBell>(KEY);
    if (cached?.messages === messages && cached.until > Date.now()) return toBell(cached);
    const zone = boundSpreadsheet().getSpreadsheetTimeZone();
    const day = today(zone);
    const items = selectCases().flatMap((one) =>
      toItem(one, { progress, day, zone, seenDay: seenDay(stored) }),
    );
    items.sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1));
    const bell = { count: items.length, items: items.slice(0, MAX_ITEMS), through: messages, messages };
    cache.set(KEY, { ...bell, until: endOfDay(day, zone) } satisfies CachedBell, TTL_S);
    return bell;
  });
}

/**
 * Marks everything as seen that was stored by the time of a bell's `through`, or all there is, and what is due by today.
 * What was seen stays so.
 */
export function markBellSeen(given: unknown): Marked | Refused {
  return answer(() => {
    const wanted = parse(MarkInput, given ?? {});
    const { messages, newest } = messagesStored(readProgress().progress);
    const through = Math.min(wanted.through ?? messages, messages);
    const later = newest.slice(0, messages - through);
    if (later.length < messages - through)
      throw new UserError('Much mail has come in since. Read the bell again');
    const changes = new Map<string, (row: Case) => Partial<Case>>();
    for (const { caseNumber, emailCount, seen } of selectCases(countEmails())) {
      const number = fromCaseNumber(caseNumber);
      const known = emailCount - later.filter((one) => one === number).length;
      if (known > seen) changes.set(caseNumber, (row) => ({ seen: Math.max(row.seen ?? 0, known) }));
    }
    writeAll(updateRows(CASES, changes));
    properties().setProperty(
      SEEN,
      JSON.stringify({ day: today(boundSpreadsheet().getSpreadsheetTimeZone()) }),
    );
    invalidateBell();
    return { ok: true, through };
  });
}

/** For whatever changes what is new or due. */
export function invalidateBell(): void {
  cache.invalidate(KEY);
}

function messagesStored({ notifications }: Progress) {
  return notifications ?? { messages: 0, newest: [] };
}

function seenDay({ [SEEN]: seen = '{}' }: Readonly<Record<string, string>>): string {
  const { day = '' }: { day?: string } = JSON.parse(seen);
  return day;
}

function toBell({ count, items, through, messages }: CachedBell): Bell {
  return { count, items, through, messages };
}

interface ItemOptions {
  progress: Progress;
  day: string;
  zone: string;
  seenDay: string;
}

/** A case that has new mail and is due is one item: that of the mail. */
function toItem(one: ListedCase, { progress, day, zone, seenDay }: ItemOptions): BellItem[] {
  const { caseNumber, sender: from, subject, seen, due } = one;
  if (isUnseen(one)) {
    const wasReopened = progress.reopened?.[caseNumber] === seen;
    const kind = seen === 0 ? 'case' : 'message';
    return [
      { kind: wasReopened ? 'reopened' : kind, caseNumber, from, subject, date: toIso(lastMailOf(one)) },
    ];
  }
  if (!isDue(one) || due > day || due <= seenDay) return [];
  return [{ kind: 'due', caseNumber, from, subject, date: new Date(startOfDay(due, zone)).toISOString() }];
}
