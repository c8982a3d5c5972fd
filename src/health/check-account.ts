import { tell } from '../sheet/dialog';
import { type AccountCheck, listAccountChecks, type ScriptToCheck } from './account-checks';
import { PROBLEM_COLOUR } from './health-tab';
import { remakeTab } from './own-tab';
import { VERSION } from './version';

const TITLE = 'Account check';
const HEADER = ['Check', 'Expected', 'What came', 'What to do'];
const WIDTHS = [240, 320, 320, 420];

/**
 * Tries what Sheetdesk needs of Google in the account that it runs in, and shows what came in a tab of its own, the whole
 * as one text to copy below. Without the permission for the spreadsheet the text is shown alone.
 */
export function checkThisAccount(script: ScriptToCheck): void {
  const checks = listAccountChecks(script);
  const report = toReport(script, checks);
  try {
    write(remakeTab(TITLE, 'accountCheck.tab'), checks, report);
  } catch (error) {
    tell(TITLE, `${report}\n\nThe spreadsheet could not be written: ${error}`);
  }
}

/** Every text begins with a letter, quote or bracket: none needs the apostrophe that may not work here. */
function write(
  sheet: GoogleAppsScript.Spreadsheet.Sheet,
  checks: readonly AccountCheck[],
  report: string,
): void {
  const rows = [
    [TITLE, summaryOf(checks), '', ''],
    HEADER,
    ...checks.map(({ label, status, expected, came, action = '' }) =>
      status === 'ok' ? [label, 'As expected', '', ''] : [label, expected, came, action],
    ),
    ['Copy this text', report, '', ''],
  ];
  const colours = checks.map(({ status }) => (status === 'problem' ? PROBLEM_COLOUR : null));
  sheet
    .getRange(1, 1, rows.length, HEADER.length)
    .setNumberFormat('@')
    .setWrap(true)
    .setVerticalAlignment('top')
    .setValues(rows)
    .setFontColors([null, null, ...colours, null].map((colour) => HEADER.map(() => colour)));
  sheet.getRange(1, 1, rows.length, 1).setFontWeight('bold');
  sheet.getRange(2, 1, 1, HEADER.length).setFontWeight('bold');
  WIDTHS.forEach((width, index) => {
    sheet.setColumnWidth(index + 1, width);
  });
  sheet.activate();
}

function summaryOf(checks: readonly AccountCheck[]): string {
  const count = (status: AccountCheck['status']) => checks.filter((check) => check.status === status).length;
  const [problems, notes] = [count('problem'), count('note')];
  const lead =
    problems === 0 ? 'No problems' : `${problems} ${problems === 1 ? 'problem' : 'problems'}, in red`;
  return `${lead}. ${count('ok')} of ${checks.length} as expected${notes > 0 ? `, ${notes} to note` : ''}.`;
}

/** The address of the web app is nobody's business but the owner's. */
function toReport({ script }: ScriptToCheck, checks: readonly AccountCheck[]): string {
  const lines = checks.map(({ label, status, expected, came, action }) =>
    status === 'ok'
      ? `ok: ${label}`
      : `${status}: ${label}. Expected: ${expected}. Came: ${came}. ${action ?? ''}`,
  );
  const head = `Sheetdesk ${VERSION}, ${script}, ${new Date().toISOString()}. ${summaryOf(checks)}`;
  return [head, ...lines].join('\n').replace(/\/s\/[^/\s]+\//g, '/s/.../');
}
