import type { Local } from '../../../../local/local';
import type { Execution } from '../../../../runtime/execution/execution';
import { typeInto } from '../../../../runtime/server/owner';
import type { Sheet } from '../../../../runtime/spreadsheet/sheet';
import { type ApiSheet, startSetUpSheet } from '../../../api-sheet/api-sheet';
import { type HealthRow, toHealthRows } from '../../../harness/health';
import { until } from '../../../harness/until';
import { withoutTimers } from '../../../harness/without-timers';

export const WINDOW_TOKEN = 'window0token0of0the0test0';
const MINUTE = 60_000;

/** The sheet of an API that has moved to this address. */
export async function startMovedSheet(address: string): Promise<ApiSheet> {
  const sheet = await startSetUpSheet();
  moveTo(sheet, address);
  return sheet;
}

/** As the end of a move leaves it. */
export function moveTo(sheet: ApiSheet, address: string): void {
  const move = { state: 'moved', address, windowToken: WINDOW_TOKEN };
  sheet.setProperty('move', JSON.stringify(move));
  sheet.local.services.caches.open('script', sheet.local.scripts.api.id).delete('settings');
}

/** The timer's next run, with its end: virtual time goes on while a host takes its time. */
export async function nextMinute(sheet: ApiSheet): Promise<Execution> {
  await sheet.timersWithin(MINUTE);
  return endedRun(sheet.local);
}

/** The timer's only run after so many minutes. */
export async function minutesLater(sheet: ApiSheet, minutes: number): Promise<void> {
  await withoutTimers(sheet.local, () => sheet.timersWithin((minutes - 1) * MINUTE));
  await nextMinute(sheet);
}

/** The timer's last run, once it has ended. */
export async function endedRun({ executions }: Local): Promise<Execution> {
  const run = executions.filter(({ kind }) => kind === 'trigger').at(-1);
  await until(async () => run?.status !== 'running');
  if (!run || run.error) throw new Error(run?.error?.stack ?? 'The timer has not run.');
  return run;
}

/** What an execution called of Google's services, and how often. */
export function callsOf({ calls }: Execution): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { method } of calls) counts[method] = (counts[method] ?? 0) + 1;
  return counts;
}

/** Somebody types a text into a cell, and the sheet's trigger runs. */
export async function type({ local }: ApiSheet, tab: string, a1: string, text: string): Promise<void> {
  await typeInto(local, local.scripts.api, { tab, a1, text });
}

/** The lines of Health. */
export async function healthOf(sheet: ApiSheet): Promise<HealthRow[]> {
  await sheet.click('showHealth');
  return toHealthRows(sheet.rowsOf('Health'));
}

/** All that Health says. */
export async function healthTextOf(sheet: ApiSheet): Promise<string> {
  return (await healthOf(sheet)).map(({ text }) => text).join('\n');
}

/** The note on a cell, such as `D2`. */
export function noteOn(sheet: ApiSheet, tab: string, a1: string): string {
  const [column, row] = [a1.charCodeAt(0) - 64, Number(a1.slice(1))];
  return tabOf(sheet, tab).grid.attributes(row, column)?.note ?? '';
}

export function insertColumn({ local }: ApiSheet, tab: string, at: number): void {
  const { spreadsheets } = local.services;
  spreadsheets.insertLines(local.scripts.api.spreadsheetId, tab, { dimension: 'columns', at, count: 1 });
}

export function deleteRow({ local }: ApiSheet, tab: string, at: number): void {
  const { spreadsheets } = local.services;
  spreadsheets.deleteLines(local.scripts.api.spreadsheetId, tab, { dimension: 'rows', at, count: 1 });
}

/** How a tab as a whole is protected. */
export function protectionOf(sheet: ApiSheet, tab: string): { warningOnly: boolean; unprotected: number } {
  const { record } = tabOf(sheet, tab);
  const { books } = sheet.local.services.spreadsheets;
  const { protections } = books.get(sheet.local.scripts.api.spreadsheetId).record;
  const own = protections.find(({ whole, area }) => whole && area.sheet === record.id);
  if (!own) throw new Error(`The tab ${tab} is not protected.`);
  return { warningOnly: own.warningOnly, unprotected: own.unprotected.length };
}

function tabOf({ local }: ApiSheet, tab: string): Sheet {
  const found = local.services.spreadsheets.books.get(local.scripts.api.spreadsheetId).findByName(tab);
  if (!found) throw new Error(`There is no tab ${tab}.`);
  return found;
}
