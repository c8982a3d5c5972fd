/** What the script of these tests can be asked to do; it is built from the tables themselves. */

import { withScriptLock } from '../../src/platform/platform';
import {
  createTabs,
  keyValues,
  raiseTimestamps,
  readValues,
  type Values,
  writeValues,
} from '../../src/tables/sheet';
import { column, type Row, scan, table, update, writeAll } from '../../src/tables/tables';
import * as write from '../../src/tables/writes';
import { TICKETS } from './tickets';

export { endExecution } from '../../src/platform/execution';
export * from './tickets';

export const THINGS = table({
  name: 'Things',
  key: 'id',
  columns: {
    id: column.text(),
    words: column.text(),
    list: column.json<string[]>([]),
    day: column.timestamp(),
    count: column.integer(),
    size: column.choice(['small', 'large']),
  },
  edited: ['words'],
});

export const PARTS = table({
  name: 'Parts',
  key: 'id',
  columns: { id: column.text(), words: column.text() },
  edited: [],
});

export const OPTIONS = keyValues('Options', {
  own: { ...column.text(), isEdited: true },
  words: column.text(),
  list: column.json<string[]>([]),
  count: { ...column.integer(), initial: 1 },
  flag: column.boolean(),
  many: column.lines(),
});

type Thing = Row<typeof THINGS>;
type Options = Values<typeof OPTIONS>;
type Words = { id: string; words: string }[];

/** As it crosses to the test and back: a date as epoch ms, null for none. */
export type Crossing = Omit<Thing, 'day'> & { day: number | null };

export function setUp(): void {
  createTabs([THINGS, PARTS, TICKETS, OPTIONS]);
}

export function addThings(things: Partial<Crossing>[]): void {
  writeAll(write.insert(THINGS, things.map(toThing)));
}

export function listThings(): Crossing[] {
  return scan(THINGS, ['id', 'words', 'list', 'day', 'count', 'size']).map(fromThing);
}

export function listWords(): Words {
  return scan(THINGS, ['id', 'words']);
}

export function changeThing(id: string, { day, ...patch }: Partial<Crossing>): void {
  const changed = update(THINGS, id, () => ({ ...patch, ...(day ? { day: new Date(day) } : {}) }));
  if (!changed) throw new Error(`There is no thing ${id}.`);
}

export function removeThings(ids: string[]): void {
  writeAll(write.remove(THINGS, ids));
}

/** What `update` reads of a row. */
export function getThing(id: string): Crossing | undefined {
  const found: Thing[] = [];
  update(THINGS, id, (thing) => {
    found.push(thing);
    return {};
  });
  return found[0] && fromThing(found[0]);
}

export function changeAll(changes: { id: string; words: string }[]): void {
  writeAll(write.update(THINGS, new Map(changes.map(({ id, words }) => [id, () => ({ words })]))));
}

export function getAll(ids: string[]): Words {
  const found: Words = [];
  const read = ({ id, words }: Thing) => {
    found.push({ id, words });
    return {};
  };
  writeAll(write.update(THINGS, new Map(ids.map((id) => [id, read]))));
  return found;
}

/** Days by id, as epoch ms. */
export function advanceDays(days: Record<string, number>): void {
  const times = Object.entries(days).map(([id, day]): [string, Date] => [id, new Date(day)]);
  writeAll(raiseTimestamps(THINGS, ['day'], new Map(times)));
}

export function addToBoth(things: Partial<Crossing>[], parts: Words): void {
  writeAll(
    write.insert(THINGS, things.map(toThing)),
    write.insert(PARTS, parts),
    writeValues(OPTIONS, { count: 7 }),
  );
}

/** Counts tickets up, between a thing that is added before and a part that is added after. */
export function countAll(run: string, ids: string[]): void {
  const counted = ids.map((id) => [id, ({ score }: Row<typeof TICKETS>) => ({ score: score + 1 })] as const);
  writeAll(
    write.insert(THINGS, [toThing({ id: run })]),
    write.update(TICKETS, new Map(counted)),
    write.insert(PARTS, [{ id: run, words: 'all counted' }]),
  );
}

/** What an owner does between two holds of the lock. */
export function sortTickets(column: number, ascending: boolean): void {
  sortTab(TICKETS.name, column, ascending);
}

export function sortThings(column: number, ascending: boolean): void {
  sortTab(THINGS.name, column, ascending);
}

function sortTab(name: string, column: number, ascending: boolean): void {
  withScriptLock(() => {
    const sheet = SpreadsheetApp.getActive().getSheetByName(name);
    sheet?.getRange(2, 1, sheet.getLastRow() - 1, sheet.getLastColumn()).sort({ column, ascending });
    SpreadsheetApp.flush();
  });
}

export function listParts(): Words {
  return scan(PARTS, ['id', 'words']);
}

export function getOptions(): Options {
  return readValues(OPTIONS);
}

export function setOptions(options: Partial<Options>): void {
  writeAll(writeValues(OPTIONS, options));
}

/** Sets a word after the other and reads each back. */
export function passThroughOptions(words: string[]): string[] {
  return words.map((one) => {
    writeAll(writeValues(OPTIONS, { words: one, list: [one] }));
    const { words, list } = readValues(OPTIONS);
    return words === list[0] ? words : `list: ${list[0]}`;
  });
}

/** The tests' own script has this in its last lines. */
declare function run(name: string, ...args: unknown[]): unknown;

/** What a function of this script says where it refuses, null where it does not. */
export function refusalOf(name: string, ...args: unknown[]): string | null {
  try {
    run(name, ...args);
    return null;
  } catch (error) {
    return String(error);
  }
}

function toThing({ day, ...thing }: Partial<Crossing>): Thing {
  const date = new Date(day ?? Number.NaN);
  return { id: '', words: '', list: [], count: 0, size: 'small', ...thing, day: date };
}

function fromThing({ day, ...thing }: Thing): Crossing {
  return { ...thing, day: Number.isNaN(day.getTime()) ? null : day.getTime() };
}
