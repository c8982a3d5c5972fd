import type { Row, Value } from '../../runtime/spreadsheet/attributes';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { type Desk, startPreparedDesk, track } from '../harness/local';
import { compose } from '../harness/mail';

export const MESSAGES = 100_000;
export const CASES = 20_000;

/** So that only the tests that are about it add rows to the tabs. */
const SPARE_ROWS = 500;

/** A desk that has so many cases and messages behind it, and a mailbox in which nothing is new. */
export async function startFullDesk({ cases = CASES, messages = MESSAGES } = {}): Promise<Desk> {
  const desk = await startPreparedDesk('full desk', async (original) => {
    await track(original);
    await original.deliver(await compose({ text: 'The lamp that I bought does not light. '.repeat(5) }));
  });
  // It leaves in the cache what a desk in use has there.
  await desk.run('checkMail');
  desk.set('nextCaseNumber', String(cases + 1));
  repeatRow(desk, 'Cases', cases, (index) => [caseNumber(index), id(index)]);
  repeatRow(desk, 'Messages', messages, (index) => [
    id(index),
    caseNumber(Math.ceil((index * cases) / messages)),
  ]);
  return desk;
}

/** Sixteen hexadecimal digits, as Gmail's. */
function id(index: number): string {
  return (0x1000_0000_0000_0000n + BigInt(index)).toString(16);
}

export function caseNumber(index: number): string {
  return `CASE-${String(index).padStart(4, '0')}`;
}

/** The tab's first row again and again with other ids, as the script would have written them, but in no time. */
function repeatRow(desk: Desk, tab: string, last: number, ids: (index: number) => Value[]): void {
  const { grid } = sheetOf(desk, tab);
  const first = grid.row(2) as Row;
  for (let index = 2; index <= last; index++) {
    const own = ids(index);
    grid.rows[index] = { values: [...own, ...first.values.slice(own.length)], attributes: first.attributes };
  }
  grid.maxRows = last + SPARE_ROWS;
}

/** Of the first case. */
function sheetOf({ local, spreadsheets }: Desk, tab: string): Sheet {
  return spreadsheets.books.get(local.scripts.desk.spreadsheetId).findByName(tab) as Sheet;
}
