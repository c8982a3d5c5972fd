import { invalidArgument } from '../rest/google-error';
import { assertLabels, isRareLabel } from './labels';
import { parseSearch } from './search-parse';
import { type Condition, hasLabelId, isAboutHidden, toCondition } from './search-sql';
import type { Mailbox } from './tables';

export type ListQuery = {
  q: string;
  labelIds: string[];
  includeSpamTrash: boolean;
  maxResults: number;
  pageToken?: string | undefined;
};

/** Which messages a list is about. */
export type Selection = Pick<ListQuery, 'q' | 'labelIds' | 'includeSpamTrash'>;

type ListedRow = { row: number; id: string; thread_id: string; internal_date: number };

/** One more than the largest page, to see whether there is a next page. */
const FOUND_LIMIT = 501;

/** Messages from the newest on, as ids only. */
export function listMessages(mailbox: Mailbox, query: ListQuery): object {
  assertLabels(mailbox, query.labelIds);
  const rows = findRows(mailbox, [...toConditions(mailbox, query), ...toPosition(query.pageToken)]);
  const page = rows.slice(0, query.maxResults);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  const messages = page.map((row) => ({ id: row.id, threadId: row.thread_id }));
  return {
    ...(messages.length > 0 ? { messages } : {}),
    ...(last ? { nextPageToken: toPageToken(last) } : {}),
    // An estimate, as Google's is: the number found from this page on.
    resultSizeEstimate: rows.length,
  };
}

export function toConditions(mailbox: Mailbox, { q, labelIds, includeSpamTrash }: Selection): Condition[] {
  const search = parseSearch(q);
  const { now, address } = mailbox;
  const context = { now: now(), address, isRareLabel: (labelId: string) => isRareLabel(mailbox, labelId) };
  const labels = labelIds.map((labelId) => hasLabelId(labelId, context));
  const wantsHidden =
    includeSpamTrash || isAboutHidden(search) || labelIds.some((id) => /^(SPAM|TRASH)$/.test(id));
  const hidden = wantsHidden ? [] : [{ sql: 'm.hidden = 0', values: [] }];
  return [toCondition(search, context), ...labels, ...hidden];
}

function findRows({ store }: Mailbox, conditions: Condition[]): ListedRow[] {
  const where = conditions.map(({ sql }) => `(${sql})`).join(' and ');
  const sql = `select m.row, m.id, m.thread_id, m.internal_date from gmail_messages m
    where ${where} order by m.internal_date desc, m.row desc limit ${FOUND_LIMIT}`;
  return store.prepare(sql).all(...conditions.flatMap(({ values }) => values)) as ListedRow[];
}

/** A page continues below the last row of the previous one, so mail that arrives meanwhile shifts nothing. */
function toPageToken({ internal_date, row }: ListedRow): string {
  return `${internal_date}.${row}`;
}

function toPosition(pageToken: string | undefined): Condition[] {
  if (!pageToken) return [];
  const [, date, row] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(pageToken) ?? [];
  if (!date || !row) throw invalidArgument('Invalid pageToken');
  return [{ sql: '(m.internal_date, m.row) < (?, ?)', values: [Number(date), Number(row)] }];
}
