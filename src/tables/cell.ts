/** A value as `getValues` gives it. An empty cell is an empty string. */
export type Cell = string | number | boolean | Date;

/** What a person typed where text belongs, as text: an id that Sheets took for a number, a day as ISO 8601. */
export function textOf(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}
