import { groupNearby, readValues, select, updateRows, writeAll, writeValues } from '../../tables/tables';
import { trackedBy } from '../mail/senders';
import { CASES, type Case, MESSAGES, SETTINGS } from '../tables';

/** What the messages of a case say about it. */
interface Conversation {
  count: number;
  newest: Date;
}

/**
 * What an update leaves to the first check after it: until then a desk has no list of those whose earlier mail was searched,
 * and its cases do not know what was seen of them.
 */
export function completeUpdate(): void {
  fillColumns();
  const settings = readValues(SETTINGS);
  if (settings.lookedBack === null) writeAll(writeValues(SETTINGS, { lookedBack: trackedBy(settings) }));
}

/**
 * Fills the columns `seen` and `lastMailAt` of all cases: what has come so far counts as seen. Cells that are filled stay, so
 * a run that follows a dead one goes on where that stopped. Each group of rows is written under a lock of its own.
 */
function fillColumns(): void {
  const cases = select(CASES, ['caseNumber', 'seen', 'lastMailAt']).filter(hasBlank);
  if (cases.length === 0) return;
  const conversations = readConversations();
  const ids = cases.map(({ caseNumber }) => caseNumber);
  for (const group of groupNearby(CASES, ids))
    writeAll(updateRows(CASES, new Map(group.map((id) => [id, (row) => fill(row, conversations.get(id))]))));
}

function readConversations(): ReadonlyMap<string, Conversation> {
  const conversations = new Map<string, Conversation>();
  for (const { caseNumber, date } of select(MESSAGES, ['caseNumber', 'date'])) {
    const { count, newest } = conversations.get(caseNumber) ?? { count: 0, newest: date };
    conversations.set(caseNumber, { count: count + 1, newest: newest >= date ? newest : date });
  }
  return conversations;
}

function fill(
  row: Case,
  { count, newest }: Conversation = { count: 0, newest: row.received },
): Partial<Case> {
  return {
    ...(row.seen === null ? { seen: count } : {}),
    ...(isBlankTime(row.lastMailAt) ? { lastMailAt: newest } : {}),
  };
}

function hasBlank({ seen, lastMailAt }: Pick<Case, 'seen' | 'lastMailAt'>): boolean {
  return seen === null || isBlankTime(lastMailAt);
}

function isBlankTime(time: Date): boolean {
  return Number.isNaN(time.getTime());
}
