import type { Row, Value } from '../../runtime/spreadsheet/attributes';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import type { Cafe } from './cafe';

/** So that no test has to have the grid grow. */
const SPARE_ROWS = 500;

interface Filling {
  /** How many rows there are in the end. */
  last: number;
  idOf(number: number): string;
  /** The row of the sheet that is repeated; the tab's first one unless said. */
  template?: number;
}

/** Adds one row of the tab again and again, as the desk would have written it, but in no time. */
export function fill({ api }: Pick<Cafe, 'api'>, tab: string, { last, idOf, template = 2 }: Filling): void {
  const book = api.services.spreadsheets.books.get(api.scripts.api.spreadsheetId);
  const { grid } = book.findByName(tab) as Sheet;
  const repeated = grid.row(template) as Row;
  for (let number = grid.lastRow; number <= last; number++) {
    const values: Value[] = [...repeated.values];
    values[0] = idOf(number);
    grid.rows[number] = { values, attributes: [...repeated.attributes] };
  }
  grid.maxRows = last + SPARE_ROWS;
}
