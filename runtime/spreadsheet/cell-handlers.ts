import type { Execution } from '../execution/execution';
import { type Handlers, ServiceError } from '../execution/service';
import type { Access } from './access';
import { locate, refOf } from './address';
import type { SpreadsheetCalls } from './calls';
import type { Area, Input, RichText } from './cells';
import { copyCells } from './copy';
import { assertNoMerges } from './merging';
import { moveCells } from './move-cells';
import { assertEditable } from './protection';
import { isBlank, readAspects, readDisplay, readFormulas, readRichTexts, readValues } from './read-cells';
import { sortArea } from './sort';
import { growTo } from './structure';
import { MESSAGES } from './wording';
import { clearCells, patchCells, trimWhitespace, writeValues } from './write-cells';

type CellMethods = Extract<
  keyof SpreadsheetCalls,
  `spreadsheet.${'locate' | `get${'Values' | 'DisplayValues' | 'Formulas' | 'RichTexts'}` | 'inspect' | `set${'Value' | 'Values'}` | 'appendRow' | 'format' | 'clear' | 'sort' | 'copy' | 'isBlank' | 'trimWhitespace' | 'moveCells' | 'flush'}`
>;

const STEP_CELLS = 10_000;
/** Above 10,000 cells a write costs 57 µs per cell instead of 12 (facts 11.2). */
const STEP_MS = 0.057 - 0.012;

/** Handlers that read and write cells. */
export function cellHandlers(access: Access): Handlers<Pick<SpreadsheetCalls, CellMethods>> {
  return {
    'spreadsheet.locate': (_, ref, address) => {
      const book = access.books.get(typeof ref === 'string' ? ref : ref.book);
      return locate(book, typeof ref === 'string' ? book.active : book.getSheet(ref), address);
    },
    'spreadsheet.getValues': (execution, area) => {
      const block = access.read(execution, area, {
        what: 'values',
        read: (place) => readValues(place, area, access.evaluation(execution, area.book)),
      });
      meterText(execution, block.rows);
      return block;
    },
    'spreadsheet.getDisplayValues': (execution, area) => {
      const rows = access.read(execution, area, {
        what: 'display',
        read: (place) => readDisplay(place, area, access.evaluation(execution, area.book)),
      });
      meterText(execution, rows);
      return rows;
    },
    'spreadsheet.getFormulas': (execution, area) =>
      access.read(execution, area, { what: 'formulas', read: (place) => readFormulas(place, area) }),
    'spreadsheet.getRichTexts': (execution, area) =>
      access.read(execution, area, {
        what: 'rich texts',
        read: (place) => readRichTexts(place, area, access.evaluation(execution, area.book)),
      }),
    'spreadsheet.inspect': (execution, area) =>
      access.read(execution, area, {
        what: 'aspects',
        read: (place) => readAspects(place, area, access.evaluation(execution, area.book)),
      }),
    'spreadsheet.setValues': (execution, area, values) => {
      assertSize(area, values);
      const writing = { now: execution.clock, keepsApostrophe: access.doubts.has('apostrophe-stays') };
      const valuesOf = ({ row, rows }: Area) => values.slice(row - area.row, row - area.row + rows);
      access.writeRows(execution, area, (place, rows) => writeValues(place, rows, valuesOf(rows), writing));
      meterText(execution, values);
      execution.meter({ extraMs: STEP_MS * Math.max(0, area.rows * area.columns - STEP_CELLS) });
    },
    'spreadsheet.setValue': (execution, areas, value) => {
      const writing = { now: execution.clock, keepsApostrophe: access.doubts.has('apostrophe-stays') };
      access.write(execution, areas, (place, area) => writeValues(place, area, [[value]], writing));
      meterText(execution, [[value]]);
    },
    'spreadsheet.appendRow': (execution, ref, values) => appendRow(access, execution, { ref, values }),
    'spreadsheet.format': (execution, areas, patches) => {
      const [first] = areas;
      if (first && (patches.length > 1 || (patches[0]?.length ?? 0) > 1)) assertSize(first, patches);
      access.write(execution, areas, (place, area) => patchCells(place, area, patches));
    },
    'spreadsheet.clear': (execution, areas, options) => {
      access.write(execution, areas, (place, area) => clearCells(place, area, options));
    },
    'spreadsheet.sort': (execution, area, keys) => {
      if (keys.some(({ column }) => column < area.column || column >= area.column + area.columns))
        throw new ServiceError(MESSAGES.sortNotEmulated, { name: 'Error' });
      access.write(execution, [area], (place) => {
        assertEditable(place.book, area);
        assertNoMerges(place.sheet, area, 'Range.sort');
        sortArea(place, area, { keys, evaluation: access.evaluation(execution, area.book) });
      });
    },
    'spreadsheet.copy': (execution, from, to, what, transposed = false) => {
      if (from.book !== to.book) throw new ServiceError(MESSAGES.otherSpreadsheet);
      access.write(execution, [to], (place) => {
        assertEditable(place.book, to);
        assertNoMerges(access.place(from).sheet, from, 'Range.copyTo');
        assertNoMerges(place.sheet, to, 'Range.copyTo');
        const evaluation = access.evaluation(execution, from.book);
        copyCells(access.place(from), from, place, { to, what, transposed, evaluation });
      });
    },
    'spreadsheet.isBlank': (execution, area) =>
      access.read(execution, area, { what: 'blank', read: (place) => isBlank(place, area) }),
    'spreadsheet.trimWhitespace': (execution, areas) => {
      access.write(execution, areas, (place, area) => trimWhitespace(place, area));
    },
    'spreadsheet.moveCells': (execution, from, to) =>
      access.change(execution, { book: from.book }, (book) => {
        assertEditable(book, from);
        assertEditable(book, to);
        moveCells(access.place(from), from, access.place(to), to);
      }),
    'spreadsheet.flush': (execution) => {
      const session = access.session(execution);
      session.flush();
      session.invalidateAll();
    },
  };
}

/**
 * The row is chosen now and written at the flush: two executions that append at once without a lock choose the same row
 * and the later flush wins, as has been seen on Google (facts 6.4).
 */
function appendRow(
  access: Access,
  execution: Execution,
  { ref, values }: { ref: { book: string; sheet: number }; values: Input[] },
): void {
  access.session(execution).flushPending();
  const { book, sheet } = access.place(ref);
  const row = sheet.grid.lastRow + 1;
  if (values.length === 0) throw new ServiceError(MESSAGES.emptyRow, { name: 'Error' });
  const area = { ...refOf(book, sheet), row, column: 1, rows: 1, columns: values.length };
  if (values.length > sheet.maxColumns) throw new ServiceError(MESSAGES.outsideGrid);
  const writing = { now: execution.clock, retype: true };
  access.write(execution, [area], (place) => {
    growTo(place.book, place.sheet, row);
    writeValues(place, area, [values], writing);
  });
  meterText(execution, [values]);
}

function assertSize(area: Area, block: readonly (readonly unknown[])[]): void {
  if (block.length !== area.rows) throw new ServiceError(MESSAGES.dataSize('rows', block.length, area.rows));
  const odd = block.find((row) => row.length !== area.columns);
  if (odd) throw new ServiceError(MESSAGES.dataSize('columns', odd.length, area.columns));
}

/** About one byte for each character. */
function meterText(execution: Execution, rows: readonly (readonly unknown[])[]): void {
  let characters = 0;
  for (const row of rows) for (const item of row) characters += sizeOf(item);
  execution.meter({ characters, bytes: characters });
}

function sizeOf(item: unknown): number {
  if (typeof item === 'string') return item.length;
  const { text = '', link } = (item ?? {}) as Partial<RichText>;
  return link === undefined ? 8 : text.length + (link?.length ?? 0);
}
