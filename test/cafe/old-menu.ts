import type { Constant } from '../../runtime/spreadsheet/attributes';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { column } from '../../src/tables/tables';
import type { Cafe } from './cafe';

/** What a release before prices in main units takes a cell of the column `price` for. */
const oldPrice = column.integer();

/** What that release sells an item at; undefined where it sells none. */
export function soldAtBefore(cell: unknown): number | undefined {
  return cell === '' ? undefined : oldPrice.fromCell(cell as column.Cell);
}

export function menuSheet({ api }: Cafe): Sheet {
  return api.services.spreadsheets.books.get(api.scripts.api.spreadsheetId).findByName('Menu') as Sheet;
}

/** Headers from left to right. */
export function menuHeaders(cafe: Cafe): unknown[] {
  return [...(menuSheet(cafe).grid.row(1)?.values ?? [])];
}

/** Makes the tab Menu what that release has left, with these contents in its column `price` from row 2 on. */
export function makeOld(cafe: Cafe, prices: readonly Constant[]): void {
  const { grid } = menuSheet(cafe);
  const at = menuHeaders(cafe).indexOf('priceAmount') + 1;
  grid.setValue(1, at, 'price');
  for (const [index, price] of prices.entries()) {
    grid.setValue(index + 2, at, price);
    grid.setAttributes(index + 2, at, { format: '0' });
  }
  const { store } = cafe.api.services;
  const { value } = store.prepare("select value from properties where key = 'layout'").get() as {
    value: string;
  };
  const layout = JSON.parse(value) as Record<string, Record<string, string>>;
  const { priceAmount: _, ...others } = layout.Menu ?? {};
  const old = JSON.stringify({ ...layout, Menu: { ...others, price: '' } });
  store.prepare("update properties set value = ? where key = 'layout'").run(old);
}
