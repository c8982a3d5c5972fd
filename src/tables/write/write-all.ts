import { FRESH_MS, withScriptLock } from '../../platform/platform';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { partsNeeded, toLine } from '../grid/rows';
import { blockAt, type OpenTab, OpenTabs } from '../grid/tab';
import { type Row, type Table, tabColumns } from '../schema/table';
import type { Write } from '../schema/write';

/** Others wait for the lock meanwhile. No part begins that would not end in this time, unless it is the first of its hold. */
const MAX_HOLD_MS = 1_800;

/**
 * Message of a step before each of its parts: how many ms that one takes under the lock, or what has to be done first without it.
 * The lock may be let go here. So the step has read nothing before that is still true, and has all tabs to open again.
 */
export type Pause = number | (() => void);

/** Work of a write in the sheet. What it wrote has reached the sheet before the next begins. */
interface Step extends Write {
  /** Prepares without the lock. Throws where the tabs lack what the step needs; asked of all before the first one writes. */
  prepare(open: OpenTab): void;
  /** Writes under the lock, after the first pause. */
  write(open: OpenTab): Iterable<Pause>;
}

export const NO_WRITE = toWrite({ prepare: () => {}, write: () => [] });

export function toWrite(step: Step): Write {
  return step;
}

function stepsOf(writes: readonly Write[]): readonly Step[] {
  return writes as readonly Step[];
}

/**
 * Writes in the given order, row by row, in as many holds of the lock as it takes for none to be long. An execution that dies in
 * between leaves those before, never a part of one row. Between two holds others may write: each part finds its rows anew.
 */
export function writeAll(...writes: Write[]): void {
  const steps = stepsOf(writes.filter((one) => one !== NO_WRITE));
  if (steps.length === 0) return;
  boundSpreadsheet();
  let tabs = new OpenTabs();
  const open: OpenTab = (schema) => tabs.open(schema);
  for (const one of steps) one.prepare(open);
  const prepared = Date.now();
  const parts = partsOf(steps, open);
  let pause = parts.next();
  while (!pause.done) {
    if (typeof pause.value === 'function') {
      pause.value();
      pause = parts.next();
      continue;
    }
    pause = withScriptLock((hasWaited) => {
      const since = Date.now();
      SpreadsheetApp.flush();
      tabs.refresh(hasWaited);
      let next = parts.next();
      while (isShort(next, since)) next = parts.next();
      if (!next.done) SpreadsheetApp.flush();
      return next;
    });
    if (Date.now() - prepared > FRESH_MS) tabs = new OpenTabs();
  }
}

/** Tells whether the next part ends in time, in a hold that began then. */
function isShort({ done, value }: IteratorResult<Pause, void>, since: number): boolean {
  return !done && typeof value === 'number' && Date.now() - since + value <= MAX_HOLD_MS;
}

function* partsOf(steps: readonly Step[], open: OpenTab): Generator<Pause, void> {
  for (const step of steps) {
    yield* step.write(open);
    SpreadsheetApp.flush();
  }
}

/** Writes a few rows under the lock, before something else in the same hold of it. */
export function writeNow(writes: readonly Write[], open: OpenTab): void {
  for (const step of stepsOf(writes)) {
    step.prepare(open);
    for (const pause of step.write(open)) if (typeof pause === 'function') pause();
    SpreadsheetApp.flush();
  }
}

/** Rows that are written together: more cells or characters would keep others waiting. */
const MAX_CELLS = 20_000;
const MAX_CHARACTERS = 2_500_000;

/** New rows, below everything in the tab. */
export function insertRows<T extends Table>(table: T, rows: readonly Row<T>[]): Write {
  if (rows.length === 0) return NO_WRITE;
  return toWrite({
    prepare: (open) => open(table).assertHas(Object.keys(tabColumns(table))),
    *write(open) {
      for (const { some, ms } of portionsOf(rows)) {
        yield ms;
        const tab = open(table);
        const { sheet, header } = tab;
        tab.makeRoom(partsNeeded(table, some));
        const cells = some.map((row) => toLine(tab, row));
        blockAt(sheet, sheet.getLastRow() + 1, some.length, header.width).setValues(cells);
      }
    },
  });
}

interface Portion<T extends Table> {
  some: Row<T>[];
  characters: number;
  ms: number;
}

function portionsOf<T extends Table>(rows: readonly Row<T>[]): Portion<T>[] {
  const portions: Portion<T>[] = [];
  for (const row of rows) {
    const last = portions[portions.length - 1];
    const width = Object.keys(row).length;
    const { length } = JSON.stringify(row);
    const hasRoom =
      last && (last.some.length + 1) * width <= MAX_CELLS && last.characters + length <= MAX_CHARACTERS;
    const portion = hasRoom ? last : { some: [], characters: 0, ms: 150 };
    portion.some.push(row);
    portion.characters += length;
    portion.ms += width * 0.035 + length / 5_000;
    if (!hasRoom) portions.push(portion);
  }
  return portions;
}
