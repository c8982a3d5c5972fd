import { LayoutError } from '../../platform/user-error';
import { type Block, readBlock, readValue, runsOf, writeValue } from '../grid/rows';
import { type OpenTab, rangeIn } from '../grid/tab';
import { withMark } from '../schema/cell-text';
import { type Cell, textOf } from '../schema/column';
import type { KeyValues, Values } from '../schema/key-values';
import { columnNames } from '../schema/table';
import type { Write } from '../schema/write';
import { toWrite } from './write-all';

/** All settings. A missing row is an error, not an empty value: it was deleted, or its key renamed. */
export function readValues<K extends KeyValues>(tab: K): Values<K> {
  const block = readBlock(tab, columnNames(tab));
  const entries = Object.entries(tab.entries).map(([key, entry]) => {
    const index = indexOf(block, key);
    const addressOf = () => block.header.addressOf('value', index + 2);
    return [key, readValue(entry, valueCells(block, index), addressOf)];
  });
  return Object.fromEntries(entries);
}

/** Sets some of the values and leaves all others alone; the rows are found by their keys under the lock. */
export function writeValues<K extends KeyValues>(tab: K, values: Partial<Values<K>>): Write {
  return toWrite({
    // A read here would be too old by the time of writing, and one in each place a call more.
    prepare: () => {},
    *write(open) {
      yield 200 + 80 * Object.keys(values).length;
      const block = readBlock(tab, columnNames(tab));
      const settings = Object.entries(values).map(([key, value]) => settingOf(tab, block, key, value));
      const letters = lettersFor(open, block, Math.max(1, ...settings.map(({ cells }) => cells.length)));
      const rangeAt = (address: string) => rangeIn(tab, address);
      // A day that was typed into the cell makes Sheets read whatever follows as a day.
      for (const { row, format, current } of settings)
        if (current[0] instanceof Date) rangeAt(`${letters[0]}${row}`).setNumberFormat(format);
      letters.forEach((at, part) => {
        for (const [first, run] of runsOf(changedCells(settings, part)))
          rangeAt(`${at}${first}:${at}${first + run.length - 1}`).setValues(run.map((cell) => [cell]));
      });
    },
  });
}

/** The cell that holds a setting, or begins it. */
export function rangeOfValue<K extends KeyValues>(
  tab: K,
  key: keyof K['entries'] & string,
): GoogleAppsScript.Spreadsheet.Range {
  const block = readBlock(tab, columnNames(tab));
  const [letter] = block.header.letters('value');
  const address = `${letter}${indexOf(block, key) + 2}`;
  return rangeIn(tab, address);
}

/** Lists, for all settings that have no row, what an error says that names one. */
export function listMissingRows(tab: KeyValues): string[] {
  const block = readBlock(tab, columnNames(tab));
  const missing = Object.keys(tab.entries).filter((key) => findIndex(block, key) < 0);
  return missing.map((key) => noRow(block, key).message);
}

/** Cells to write into a setting's row, and those that it holds now. */
interface Setting {
  row: number;
  cells: Cell[];
  current: Cell[];
  format: string;
}

function settingOf(tab: KeyValues, block: Block, key: string, value: unknown): Setting {
  const entry = tab.entries[key];
  if (!entry) throw new Error(`The ${tab.name} tab has no setting "${key}".`);
  const index = indexOf(block, key);
  const { format } = entry;
  return { row: index + 2, cells: writeValue(entry, value), current: valueCells(block, index), format };
}

/** The upper row counts where a key occurs twice. */
function indexOf(block: Block, key: string): number {
  const index = findIndex(block, key);
  if (index < 0) throw noRow(block, key);
  return index;
}

function findIndex({ header, rows }: Block, key: string): number {
  const position = header.get('key');
  return rows.findIndex((cells) => textOf(cells[position] ?? '').trim() === key);
}

function noRow({ header }: Block, key: string): LayoutError {
  return new LayoutError(`The ${header.of.name} tab has no row "${key}". Run Set up from the menu.`);
}

function valueCells({ header, rows }: Block, index: number): Cell[] {
  return header.positions('value').map((position) => rows[index]?.[position] ?? '');
}

/** The columns that the longest of the values needs; a long one may be the first that goes on in another. */
function lettersFor(open: OpenTab, { header }: Block, parts: number): string[] {
  const known = header.letters('value');
  if (parts <= known.length) return known;
  const tab = open(header.of);
  tab.makeRoom(new Map([['value', parts]]));
  return tab.header.letters('value');
}

/** Returns cells by row; what a cell holds already is not written again. */
function changedCells(settings: readonly Setting[], part: number): Map<number, Cell> {
  const changed = settings.filter(({ current, cells }) => !holds(current[part], cells[part] ?? ''));
  return new Map(changed.map(({ row, cells }) => [row, cells[part] ?? '']));
}

function holds(cell: Cell | undefined, written: Cell): boolean {
  if (typeof written !== 'string' || written === '') return cell === written;
  return typeof cell === 'string' && withMark(cell) === written;
}
