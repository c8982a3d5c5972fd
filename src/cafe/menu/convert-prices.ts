import type { HealthCheck } from '../../health/checks';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { createTabs, editedRows, noteCells, readCells, Tab, textOf } from '../../tables/sheet';
import { column, type Row, select, updateRows, writeAll } from '../../tables/tables';
import { invalidateEveryCafe } from '../cafe-cache';
import { decimalsOf, formatAmount, parseAmount, toCurrency } from '../money';
import { CAFES, MENU } from '../tables';
import { priceAmount } from './item';

/**
 * Releases before prices in main units had them in minor units, in the column `price`. Each is moved into a hidden column
 * once, and this text takes its place, which those releases take for no price: so they sell nothing on a sheet that
 * has been converted.
 */
const MOVED = 'See priceAmount';
export const OLD_COLUMN = 'price';

const asTyped: column.Column<column.Cell> = { ...priceAmount, holds: 'a price' };

const OLD_MENU = {
  name: MENU.name,
  key: 'id',
  columns: {
    id: column.text(),
    cafeId: column.text(),
    priceAmount: asTyped,
    price: asTyped,
    priceBackup: asTyped,
  },
  edited: MENU.edited,
};

type OldRow = Row<typeof OLD_MENU>;

/** Rows of so many items are written in one short hold of the lock. */
const ITEMS_AT_ONCE = 250;

const DOUBT = 'Check this price';

const PROTECTION = 'Prices before the column priceAmount';

/** A price that waits in the old column. */
interface OldPrice {
  row: number;
  /** `Menu!Q7` */
  address: string;
  id: string;
  cafeId: string;
  price: column.Cell;
  priceAmount: column.Cell;
}

/**
 * Converts what stands in the old column, now and whenever a release before this one has written there. It may be cut off
 * anywhere: the new column is written first, and each old price moves in one write. Items of a cafe without a valid currency
 * wait.
 */
export function convertPrices(): void {
  if (!hasOldPrices()) return;
  const waiting = listOldPrices();
  if (waiting.length === 0) return;
  const currencies = listCurrencies();
  const prices = waiting.filter(({ cafeId }) => currencies.has(cafeId));
  if (prices.length === 0) return;
  const shown = new Tab(MENU).column(OLD_COLUMN).getDisplayValues();
  protectBackup();
  const doubts = prices.flatMap((price): [number, string][] => {
    const [display = ''] = shown[price.row - 1] ?? [];
    const doubt = findDoubt(price, display, currencies.get(price.cafeId) ?? '');
    return doubt === undefined ? [] : [[price.row, doubt]];
  });
  noteCells(MENU, { label: DOUBT, texts: new Map([['priceAmount', new Map(doubts)]]) });
  for (let from = 0; from < prices.length; from += ITEMS_AT_ONCE)
    convert(prices.slice(from, from + ITEMS_AT_ONCE), currencies);
  invalidateEveryCafe();
}

/** Prices in the old column that are not converted, with what is wrong. */
export function findWaitingPrices(): (Pick<OldPrice, 'row' | 'address'> & {
  column: string;
  problem: string;
})[] {
  if (!hasOldPrices()) return [];
  return listOldPrices().map(({ row, address, price }) => {
    const problem = `has not been converted yet (got ${JSON.stringify(textOf(price))}). The cafe needs a valid currency in the Cafes tab.`;
    return { row, address, column: OLD_COLUMN, problem };
  });
}

/** For Health: the converted prices that may have been meant otherwise, as long as their cells say so. */
export function doubtChecks(): HealthCheck[] {
  if (!hasOldPrices()) return [];
  const tab = new Tab(MENU);
  const [letter = ''] = tab.header.letters('priceAmount');
  const notes = tab.column('priceAmount').getNotes();
  return notes.flatMap(([note = ''], index): HealthCheck[] => {
    const doubt = note.split('\n\n').find((one) => one.startsWith(`${DOUBT}: `));
    if (doubt === undefined) return [];
    const detail = `${doubt} Type the right price, or delete the note if the price is right.`;
    return [{ label: `${MENU.name}!${letter}${index + 1}`, detail, status: 'problem' }];
  });
}

/**
 * A price that a person types into the old column once it has been converted is not taken: nobody knows its unit. Those that
 * still wait for the currency of their cafe stay.
 */
export function refuseOldPrices(edited: GoogleAppsScript.Spreadsheet.Range): void {
  const { sheet, header } = new Tab(MENU);
  const at = header.find(OLD_COLUMN);
  if (at === undefined || !header.has('priceBackup')) return;
  if (at + 1 < edited.getColumn() || at + 1 > edited.getLastColumn()) return;
  const [from, to] = [edited.getRow(), edited.getLastRow()];
  const found = listOldPrices().filter(({ row }) => from <= row && row <= to);
  if (found.length === 0) return;
  const currencies = listCurrencies();
  const typed = found.filter(({ cafeId }) => currencies.has(cafeId));
  if (typed.length === 0) return;
  sheet.getRangeList(typed.map(({ address }) => address.slice(address.indexOf('!') + 1))).setValue(MOVED);
  const texts = typed.map(({ row, price }): [number, string] => [
    row,
    `${JSON.stringify(textOf(price))}. Type prices into the column priceAmount.`,
  ]);
  noteCells(MENU, { label: 'Not taken', texts: new Map([[OLD_COLUMN, new Map(texts)]]) });
}

/** A new price answers what was asked about the one before. */
export function forgetDoubts(edited: GoogleAppsScript.Spreadsheet.Range): void {
  const rows = editedRows(MENU, 'priceAmount', edited).map(({ cell }) => cell.getRow());
  const texts = new Map(rows.map((row) => [row, '']));
  noteCells(MENU, { label: DOUBT, texts: new Map([['priceAmount', texts]]) });
}

/** Under one lock. */
function convert(prices: readonly OldPrice[], currencies: ReadonlyMap<string, string>): void {
  const changeAll = (change: (row: OldRow, currency: string) => Partial<OldRow>) => {
    const changes = prices.map(({ id, cafeId }) => {
      const currency = currencies.get(cafeId) ?? '';
      return [id, (row: OldRow) => (isOldPrice(row.price) ? change(row, currency) : {})] as const;
    });
    return updateRows(OLD_MENU, new Map(changes));
  };
  const amounts = changeAll(({ price, priceAmount, priceBackup }, currency) => {
    // Without a backup the new column has been written since the update, and is newer.
    const isNewer = priceAmount !== '' && priceBackup === '';
    return isNewer ? {} : { priceAmount: toMainUnits(price, currency) };
  });
  const moves = changeAll(({ price }) => ({ price: MOVED, priceBackup: price }));
  writeAll(amounts, moves);
}

/**
 * Where a cell did not look like minor units, is less than half a main unit, or both columns had a price, the owner may
 * have meant something else.
 */
function findDoubt({ price, priceAmount }: OldPrice, display: string, currency: string): string | undefined {
  const amount = parseAmount(toMainUnits(price, currency), currency);
  const looksPlain = [display, display.replace(/[.,'\u2019\s]/g, '')].includes(String(price).trim());
  const isSame = priceAmount === '' || parseAmount(priceAmount, currency) === amount;
  if (amount === undefined) return undefined;
  const isSmall = amount > 0 && amount * 2 < 10 ** decimalsOf(currency);
  if (looksPlain && isSame && !isSmall) return undefined;
  return `the column price showed ${display}, which meant ${formatAmount(amount, currency)} ${currency}.`;
}

/** If several rows have the same id, the first one counts. */
function listOldPrices(): OldPrice[] {
  const { price: _, priceBackup: __, ...columns } = OLD_MENU.columns;
  const table = { ...OLD_MENU, columns: { ...columns, price: asTyped } };
  const known = new Set(['']);
  return readCells(table, ['id', 'cafeId', 'priceAmount', 'price']).flatMap(({ row, cells, addressOf }) => {
    const [id, cafeId] = [textOf(cells.id), textOf(cells.cafeId)];
    if (known.has(id)) return [];
    known.add(id);
    if (!isOldPrice(cells.price)) return [];
    return [{ ...cells, row, id, cafeId, address: addressOf('price') }];
  });
}

/** Whether the tab is one that a release with prices in minor units has made. */
function hasOldPrices(): boolean {
  return boundSpreadsheet().getSheetByName(MENU.name) !== null && new Tab(MENU).header.has(OLD_COLUMN);
}

function isOldPrice(cell: column.Cell): boolean {
  return cell !== '' && String(cell).trim() !== MOVED;
}

/** Digits count minor units, as they did; whatever else a person had typed was not sold, and is read as it is now. */
function toMainUnits(price: column.Cell, currency: string): column.Cell {
  const text = String(price).trim();
  return /^\d{1,15}$/.test(text) ? formatAmount(Number(text), currency) : price;
}

/** By the id of the cafe. */
function listCurrencies(): Map<string, string> {
  const cafes = select(CAFES, ['id', 'currency']).reverse();
  return new Map(
    cafes.flatMap(({ id, currency }) => {
      const valid = toCurrency(currency);
      return valid === undefined ? [] : [[id.trim(), valid] as const];
    }),
  );
}

/**
 * Makes the column for the old prices. No column moves: an execution that has read the header writes its rows by it. The
 * warning on the column comes last, and tells that all is done.
 */
function protectBackup(): void {
  const isProtected = boundSpreadsheet()
    .getProtections(SpreadsheetApp.ProtectionType.RANGE)
    .some((protection) => protection.getDescription() === PROTECTION);
  if (isProtected) return;
  createTabs([OLD_MENU]);
  const backup = new Tab(OLD_MENU).column('priceBackup');
  backup.getSheet().hideColumns(backup.getColumn());
  backup.protect().setWarningOnly(true).setDescription(PROTECTION);
}
