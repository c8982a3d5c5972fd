/** What the script of these tests can be asked to do with rows that have numbers and versions. */
import {
  column,
  find,
  type Insertion,
  insert,
  insertAll,
  list,
  maintain,
  prefixedId,
  type Row,
  remove,
  scan,
  summarize,
  table,
  update,
  VersionConflict,
  type Where,
  writeAll,
} from '../../src/tables/tables';
import * as write from '../../src/tables/writes';

export const TICKETS = table({
  name: 'Tickets',
  key: 'id',
  columns: {
    id: column.text(),
    name: column.text(),
    score: column.integer(),
    filter: column.choice(['hot', 'warm', 'cold']),
    status: column.choice(['new', 'contacted', 'sold']),
    notes: column.text(),
    phone: column.text(),
    email: column.text(),
    place: column.text(),
    source: column.text(),
    street: column.text(),
    town: column.text(),
    country: column.text(),
    language: column.text(),
    owner: column.text(),
    due: column.timestamp(),
    updatedAt: column.timestamp(),
    version: column.integer(),
    requestKey: column.text(),
    history: column.json<string[]>([]),
  },
  edited: ['name', 'status', 'notes'],
  ids: prefixedId('T'),
  lookups: { search: ['name', 'notes'] },
});

type Stored = Row<typeof TICKETS>;
/** As it crosses to the test: times as epoch ms. */
export type Ticket = Omit<Stored, 'due' | 'updatedAt'> & { updatedAt: number };
export type Change = Partial<Omit<Ticket, 'id' | 'version'>>;

export interface Query {
  where?: Where<typeof TICKETS>;
  leastScore?: number;
  q?: string;
  sort?: { by: keyof Stored; isDescending: boolean };
  page?: number;
  size?: number;
  cursor?: string | undefined;
}

/** What is left out comes as null from the test. */
export function addTicket(change: Change, requestKey?: string | null): Insertion<Ticket> {
  const make = (id: string) => ({ ...EMPTY, ...toStored(change), id });
  const { row, isNew } = insert(TICKETS, make, requestKey ? { requestKey } : {});
  return { row: toTicket(row), isNew };
}

export function addTickets(changes: Change[]): Ticket[] {
  return addTicketList(changes).filter((ticket) => ticket !== null);
}

/** A change that is null leaves its place in the list empty. */
export function addTicketList(changes: (Change | null)[], requestKey?: string): (Ticket | null)[] {
  const makes = changes.map((change) =>
    change ? (id: string) => ({ ...EMPTY, ...toStored(change), id }) : undefined,
  );
  const inserted = insertAll(TICKETS, makes, requestKey ? { requestKey } : {});
  return inserted.map((one) => (one ? toTicket(one.row) : null));
}

/** Changes by id, all in one. */
export function changeTickets(changes: Record<string, Change>): void {
  const patches = Object.entries(changes).map(([id, change]) => [id, () => toStored(change)] as const);
  writeAll(write.update(TICKETS, new Map(patches)));
}

export function findTicket(id: string): Ticket | undefined {
  const found = find(TICKETS, id);
  return found && toTicket(found);
}

/** The row as it stands after the change, or as it stood where that was not what the caller had seen. */
export function changeTicket(
  id: string,
  change_: Change,
  ifVersion?: number | null,
): { changed?: Ticket; stale?: Ticket } {
  try {
    const row = update(TICKETS, id, () => toStored(change_), ifVersion ? { ifVersion } : {});
    return row ? { changed: toTicket(row) } : {};
  } catch (error) {
    if (error instanceof VersionConflict) return { stale: toTicket(error.row as Stored) };
    throw error;
  }
}

/** Counts up in the row itself, so that a lost change shows. */
export function countUp(id: string): number | undefined {
  return update(TICKETS, id, ({ score }) => ({ score: score + 1 }))?.score;
}

export function removeTicket(id: string): boolean {
  return remove(TICKETS, id);
}

export function tidyTickets(): number {
  return maintain(TICKETS);
}

/** The same, and those that are sold. */
export function tidySold(): number {
  return maintain(TICKETS, { status: 'sold' });
}

export function listTickets({ where = {}, leastScore, sort, q, page = 1, size = 25, cursor }: Query = {}) {
  const { data, total, nextCursor } = list(TICKETS, {
    where: { ...where, ...(leastScore ? { score: { gte: leastScore } } : {}) },
    ...(sort ? { sort: `${sort.isDescending ? '-' : ''}${sort.by}` } : {}),
    ...(q ? { q } : {}),
    ...(cursor ? { cursor } : {}),
    page,
    pageSize: size,
    columns: ['id', 'name', 'score', 'filter', 'status'],
  });
  return { rows: data, total, nextCursor };
}

/** What is known of the rows being made is lost, or something else. */
export function setCounter(text: string | null): void {
  const properties = PropertiesService.getScriptProperties();
  if (text === null) properties.deleteProperty('counter Tickets');
  else properties.setProperty('counter Tickets', text);
}

export function ticketIds(): string[] {
  return scan(TICKETS, ['id']).map(({ id }) => id);
}

/** How many tickets each status and filter has. */
export function countTickets(by: 'status' | 'filter' | 'place', where: Where<typeof TICKETS> = {}) {
  const [groups = []] = summarize(
    TICKETS,
    {
      rows: { fold: 'sum', meets: {} },
      score: { fold: 'sum', of: 'score' },
      places: { fold: 'sum', meets: { place: { isEmpty: false } } },
    },
    [{ where, by: { column: by, labelOf: (text) => text } }],
  );
  return groups;
}

const EMPTY: Stored = {
  ...{ id: '', name: '', score: 0, filter: 'cold', status: 'new', notes: '', phone: '', email: '' },
  ...{ place: '', source: '', street: '', town: '', country: '', language: '', owner: '' },
  ...{ due: new Date(Number.NaN), updatedAt: new Date(0), version: 1, requestKey: '', history: [] },
} as Stored;

function toStored({ updatedAt, ...change }: Change): Partial<Stored> {
  return updatedAt === undefined ? change : { ...change, updatedAt: new Date(updatedAt) };
}

function toTicket({ due, updatedAt, ...ticket }: Stored): Ticket {
  return { ...ticket, updatedAt: updatedAt.getTime() };
}
