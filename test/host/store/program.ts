/** What both engines are asked to do. It is built from the tables themselves, once for the sheet and once for a database. */

import type { Group } from '../../../src/platform/folds';
import { createTabs } from '../../../src/tables/sheet';
import {
  column,
  find,
  findAll,
  findByIdempotencyKey,
  type Grouping,
  insert,
  insertAll,
  list,
  maintain,
  mapRows,
  prefixedId,
  type Row,
  readLines,
  remove,
  removeAll,
  scan,
  search,
  storedPattern,
  summarize,
  table,
  update,
  VersionConflict,
  type Where,
  writeAll,
} from '../../../src/tables/tables';
import * as write from '../../../src/tables/writes';

export { endExecution } from '../../../src/platform/execution';

export const LEADS = table({
  name: 'Test leads',
  key: 'id',
  columns: {
    id: column.text(),
    name: column.text(),
    status: column.text(),
    kind: column.choice(['cold', 'warm', 'hot']),
    phone: column.text(),
    place: column.text(),
    source: column.text(),
    notes: column.text(),
    score: column.integer(),
    price: column.decimal(),
    isKnown: column.optionalBoolean(),
    createdAt: column.timestamp(),
    endedAt: column.timestamp(),
    tags: column.json<string[]>([]),
    events: column.lines(),
    version: column.integer(),
    requestKey: column.text(),
  },
  edited: ['status', 'notes'],
  ids: prefixedId('L'),
  lookups: {
    indexes: [
      ['name'],
      ['status'],
      ['kind'],
      ['phone'],
      ['place'],
      ['source'],
      ['score'],
      ['price'],
      ['isKnown'],
      ['createdAt'],
    ],
    search: ['name', 'notes'],
    totals: ['status', 'kind'],
    daily: { at: 'createdAt', by: ['source', 'place'], sum: 'score', count: 'endedAt' },
  },
});

export const NOTES = table({
  name: 'Test notes',
  key: 'id',
  columns: { id: column.text(), of: column.text(), at: column.timestamp(), words: column.text() },
  edited: [],
  lookups: { indexes: [['of']] },
});

type Lead = Row<typeof LEADS>;
type Note = Row<typeof NOTES>;

/** As rows cross to the test and back: times as epoch ms, null for none. */
export type Crossing = Omit<Lead, 'createdAt' | 'endedAt'> & {
  createdAt: number | null;
  endedAt: number | null;
};

export function setUp(): void {
  createTabs([LEADS, NOTES]);
}

export function addLead(change: Partial<Crossing>, requestKey?: string | null) {
  const made: string[] = [];
  const make = (id: string) => {
    made.push(id);
    return toLead({ ...change, id });
  };
  const { row, isNew } = insert(LEADS, make, requestKey ? { requestKey } : {});
  return { row: fromLead(row), isNew, made };
}

/** The request dies once its number is taken, or what it has to do elsewhere fails. */
export function failToAdd(requestKey: string): string {
  try {
    insert(
      LEADS,
      () => {
        throw new Error('The provider refused.');
      },
      { requestKey },
    );
    return 'made';
  } catch (error) {
    return (error as Error).message;
  }
}

export function addLeads(changes: (Partial<Crossing> | null)[], requestKey?: string | null) {
  const makes = changes.map((change) => (change ? (id: string) => toLead({ ...change, id }) : undefined));
  const inserted = insertAll(LEADS, makes, requestKey ? { requestKey } : {});
  return inserted.map((one) => (one ? { id: one.row.id, name: one.row.name, isNew: one.isNew } : null));
}

export function findLead(id: string): Crossing | null {
  const found = find(LEADS, id);
  return found ? fromLead(found) : null;
}

export function findLeads(name: 'id' | 'phone' | 'name', texts: string[]): string[] {
  return findAll(LEADS, name, texts).map(({ id }) => id);
}

export function findByKey(key: string): string | null {
  return findByIdempotencyKey(LEADS, key)?.id ?? null;
}

export function selectByPhone(texts: string[]) {
  return findAll(LEADS, 'phone', texts, ['id', 'name']);
}

export function selectAll(): Crossing[] {
  return scan(LEADS).map(fromLead);
}

export function scanNames(where: Where<typeof LEADS>): string[] {
  return mapRows(
    LEADS,
    { where: revived(where), columns: ['id', 'name'] },
    ({ id, name }) => `${id} ${name}`,
  );
}

export interface Query {
  where?: Where<typeof LEADS>;
  q?: string;
  sort?: string;
  page?: number;
  pageSize?: number;
  count?: 'capped';
}

export function listLeads({ where = {}, page = 1, pageSize = 5, ...query }: Query) {
  const found = list(LEADS, {
    ...query,
    where: revived(where),
    page,
    pageSize,
    columns: ['id', 'name'],
  });
  return { ids: found.data.map(({ id }) => id), total: found.total };
}

/** Several lists in one execution. */
export function listAll(queries: Query[]) {
  return queries.map((query) => ({ query, ...listLeads(query) }));
}

/** What meets a filter, in every way to ask for that. */
function askFor(where: Where<typeof LEADS>) {
  const [all, second] = listAll([
    { where, pageSize: 100 },
    { where, pageSize: 2, page: 2, sort: 'score' },
  ]);
  return { total: all?.total, second, all, names: scanNames(where), figures: count('kind', where) };
}

/** The same for many filters in one execution. */
export function askForAll(all: Where<typeof LEADS>[]) {
  return all.map((where) => ({ where, ...askFor(where) }));
}

export function listOn({ where = {}, ...query }: Query & { cursor?: string }) {
  const window = { page: 1, pageSize: 3, columns: ['id'] as const };
  const { data, ...found } = list(LEADS, { ...window, ...query, where: revived(where) });
  return { ...found, ids: data.map(({ id }) => id) };
}

/** All rows, and the same in pages: each behind the cursor of the one before, and each by its number. */
export function walk(query: Query) {
  const pages: string[][] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    const { ids, nextCursor } = listOn({ ...query, ...(cursor ? { cursor } : {}) });
    pages.push(ids);
    cursor = nextCursor;
    isLast = cursor === undefined;
  }
  const numbered = pages.map((_, at) => listOn({ ...query, page: at + 1 }).ids);
  return { all: listOn({ ...query, pageSize: 100 }).ids, pages, numbered };
}

/** What is said of each cursor. */
export function tryCursors(queries: { cursor: string; sort?: string }[]): string[] {
  return queries.map((query) => {
    try {
      return listOn(query).ids.join();
    } catch (error) {
      return (error as Error).name;
    }
  });
}

export function notesOn(cursor?: string | null) {
  const window = { page: 1, pageSize: 3, columns: ['id'] as const };
  const { data, nextCursor } = list(NOTES, { ...window, ...(cursor ? { cursor } : {}) });
  return { ids: data.map(({ id }) => id), nextCursor };
}

export function change(
  id: string,
  { createdAt, endedAt, ...patch }: Partial<Crossing>,
  ifVersion?: number | null,
) {
  try {
    const times = { ...toTime('createdAt', createdAt), ...toTime('endedAt', endedAt) };
    const changed = update(LEADS, id, () => ({ ...patch, ...times }), ifVersion ? { ifVersion } : {});
    return changed ? fromLead(changed) : null;
  } catch (error) {
    if (error instanceof VersionConflict) return `stale: ${(error.row as Lead).version}`;
    throw error;
  }
}

/** Counts up in the row itself, so that a lost change shows. */
export function countUp(id: string): number | null {
  return update(LEADS, id, ({ score }) => ({ score: score + 1 }))?.score ?? null;
}

/** Writes a note, and the lead, in one. */
export function changeWithNote(id: string, words: string): number | null {
  const first = (next: Lead) => [
    write.insert(NOTES, [toNote({ id: `${id} ${next.version}`, of: id, words })]),
  ];
  return update(LEADS, id, () => ({ notes: words }), { first, opens: [NOTES] })?.version ?? null;
}

/** The second of the writes refuses. */
export function failInTheMiddle(id: string): string {
  try {
    writeAll(
      write.insert(NOTES, [toNote({ id: 'lost', words: 'lost' })]),
      write.update(
        LEADS,
        new Map([
          [
            id,
            () => {
              throw new Error('The rule refused.');
            },
          ],
        ]),
      ),
    );
    return 'written';
  } catch (error) {
    return (error as Error).message;
  }
}

export function changeMany(changes: Record<string, Partial<Crossing>>): void {
  const patches = Object.entries(changes).map(
    ([id, { createdAt, endedAt, ...patch }]) => [id, () => patch] as const,
  );
  writeAll(write.update(LEADS, new Map(patches)));
}

export function removeLead(id: string, ifVersion?: number | null) {
  try {
    const first = ({ id: of }: Lead) => [write.insert(NOTES, [toNote({ id: `gone ${of}`, words: 'gone' })])];
    const cascade = [{ table: NOTES, column: 'of' }];
    return remove(LEADS, id, { cascade, first, opens: [NOTES], ...(ifVersion ? { ifVersion } : {}) });
  } catch (error) {
    if (error instanceof VersionConflict) return 'stale';
    throw error;
  }
}

export function removeUnchanged(ids: string[], name: string): string[] {
  return removeAll(LEADS, ids, (_, line) => line[1] === name);
}

export function tidy(where: Where<typeof LEADS>): number {
  return maintain(LEADS, revived(where));
}

export function addNotes(notes: { id: string; words: string; at?: number }[]): void {
  const rows = notes.map(({ at, ...note }) => toNote({ ...note, ...(at ? { at: new Date(at) } : {}) }));
  writeAll(write.insert(NOTES, rows), write.insert(NOTES, []));
}

export function removeNotes(ids: string[]): void {
  writeAll(write.remove(NOTES, ids));
}

export function keepNewestNotes(count: number): void {
  writeAll(write.truncate(NOTES, 'at', count));
}

export function listNotes(): string[] {
  return scan(NOTES, ['id', 'words']).map(({ id, words }) => `${id}: ${words}`);
}

export function linesOf(ids: string[]) {
  const { header, lines } = readLines(LEADS, ids);
  return { header, lines: [...lines] };
}

export function searchIn(columns: ('name' | 'notes' | 'createdAt')[], texts: string[]) {
  return search(LEADS, { columns, patterns: texts.map(storedPattern) }, ['id']);
}

const COUNTS = {
  rows: { fold: 'sum', meets: {} },
  score: { fold: 'sum', of: 'score' },
  ended: { fold: 'sum', meets: { endedAt: { isEmpty: false } } },
  mean: { fold: 'average', of: 'score' },
} as const;

/** No day has counted these. */
const SPREADS = {
  lasted: { fold: 'median', from: 'createdAt', to: 'endedAt' },
  longest: { fold: 'ninetieth', from: 'createdAt', to: 'endedAt' },
  quick: { fold: 'average', from: 'createdAt', to: 'endedAt', within: 14_000 },
  priced: { fold: 'count', of: 'price' },
  warm: { fold: 'sum', meets: { kind: { in: ['warm', 'hot'] }, place: 'bonn' } },
} as const;

export function count(by: 'status' | 'kind' | 'source' | null, where: Where<typeof LEADS>): Group[] {
  return inOrder(summarize(LEADS, COUNTS, [{ where: revived(where), by: by ? trimmed(by) : undefined }]));
}

/** Of texts whose labels are the same the numbers are folded together. */
export function measure(by: 'status' | 'kind' | 'source' | null, where: Where<typeof LEADS>): Group[] {
  return inOrder(summarize(LEADS, SPREADS, [{ where: revived(where), by: by ? trimmed(by) : undefined }]));
}

function trimmed(column: 'status' | 'kind' | 'source'): Grouping<typeof LEADS> {
  return { column, labelOf: (text) => text.trim().toLowerCase().slice(0, 1) };
}

export function countTimes(
  clock: 'day' | 'hour',
  [from, to]: [string, string],
  where: Where<typeof LEADS>,
): Group[] {
  const by = { column: 'createdAt', clock, days: { from, to, zone: 'Europe/Berlin' } } as const;
  return inOrder(summarize(LEADS, COUNTS, [{ where: revived(where), by }]));
}

function inOrder([groups = []]: readonly Group[][]): Group[] {
  return [...groups].sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** Times cross as `{ ms }`. */
function revived(where: Where<typeof LEADS>): Where<typeof LEADS> {
  const revive = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    if ('ms' in value) return new Date(Number(value.ms));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revive(inner)]));
  };
  return revive(where) as Where<typeof LEADS>;
}

function toLead({ createdAt, endedAt, ...lead }: Partial<Crossing>): Lead {
  return { ...EMPTY, ...lead, ...toTime('createdAt', createdAt), ...toTime('endedAt', endedAt) };
}

function toTime(name: string, ms: number | null | undefined): object {
  return ms === undefined ? {} : { [name]: new Date(ms ?? Number.NaN) };
}

function fromLead({ createdAt, endedAt, ...lead }: Lead): Crossing {
  const toMs = (time: Date) => (Number.isNaN(time.getTime()) ? null : time.getTime());
  return { ...lead, createdAt: toMs(createdAt), endedAt: toMs(endedAt) };
}

function toNote(note: Partial<Note>): Note {
  return { id: '', of: '', at: NEVER, words: '', ...note };
}

const NEVER = new Date(Number.NaN);

const EMPTY: Lead = {
  ...{ id: '', name: '', status: 'new', phone: '', place: '', source: '', notes: '' },
  ...{ kind: 'cold', score: 0, price: null, isKnown: null, createdAt: NEVER, endedAt: NEVER },
  ...{ tags: [], events: [], version: 1, requestKey: '' },
} as Lead;
