import type { Execution } from '../../runtime/execution/execution';
import { type Desk, resultOf, type Step } from '../harness/local';

const BY_TIMER: Step = ['checkMail', { triggerUid: '1' }];

/** Alerts come back to the own inbox, so the check that sends them is never the last. */
export async function checkUntilIdle(desk: Desk, ...before: readonly Step[]): Promise<void> {
  const steps = [...before, BY_TIMER, BY_TIMER, BY_TIMER];
  for (const round of [steps, steps.slice(-3)]) if (endsIdle(await desk.executeAll(...round))) return;
  throw new Error('The checks find no end.');
}

/** The last check has looked for mail, and has touched no sheet. */
function endsIdle(checks: Execution): boolean {
  resultOf(checks);
  const methods = checks.calls.map(({ method }) => method);
  const last = methods.slice(methods.lastIndexOf('lock.try'));
  return last.includes('gmail.history.list') && !last.some((method) => method.startsWith('spreadsheet.'));
}

/** All that the owner can see of a desk, and its checkpoint. Files get their ids in the order of their storing. */
export function stateOf(desk: Desk): unknown {
  const files = desk.google.files();
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const named = (text: unknown) =>
    String(text).replace(/"driveId":"([^"]+)"/g, (_, id) => `"driveId":"${names.get(id)}"`);
  return {
    sheets: desk
      .sheets()
      .map(({ cells, ...sheet }) => ({ ...sheet, cells: cells.map((row) => row.map(named)) })),
    cases: desk.rows('Cases'),
    messages: desk.rows('Messages').map((row) => ({ ...row, attachments: named(row.attachments) })),
    settings: desk.rows('Settings'),
    progress: progressOf(desk),
    files: files
      .map(({ id, name, parents, mimeType }) => ({
        name,
        folder: names.get(parents[0] ?? ''),
        content: mimeType === 'text/plain' && String(desk.google.fileContent(id)),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    alerts: desk
      .sent()
      .map(({ to, subject, htmlBody }) => ({ to, subject, htmlBody }))
      .sort((a, b) => (a.subject < b.subject ? -1 : 1)),
  };
}

/** What the script remembers, without the times, names and use of its runs. Cases that were numbered together are in any order. */
function progressOf(desk: Desk): unknown {
  const { progress = '{}' } = desk.properties();
  const { lastCheckedAt, finishedRun, folderId, told, toldOf, usage, replies, proof, ...rest } =
    JSON.parse(progress);
  const isComplete = proof?.found === proof?.stored && proof?.removed === 0;
  return { ...rest, isComplete, told: { messages: told?.messages, cases: told?.cases.sort() } };
}
