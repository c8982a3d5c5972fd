import type { Script } from '../../runtime/execution/script';
import { type Desk, executeAll, resultOf, type Step, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

const BEN = 'ben@customer.example';

/** A desk with alerts that has two cases, one of them with a file. */
function startWorking(): Promise<Desk> {
  return startPreparedDesk('two cases and a file', async (desk) => {
    await track(desk, { senders: [ANNA], domains: ['customer.example'], emailAlerts: true });
    const attachments = [{ filename: 'a.txt', content: 'one' }];
    await desk.deliver(await compose({ subject: 'Lamp', messageId: '<1@customer.example>', attachments }));
    await desk.deliver(await compose({ from: BEN, subject: 'Chair' }));
    await desk.run('checkMail');
  });
}

describe('a copy of the desk sheet, which brings a script of its own without properties', () => {
  let desk: Desk;
  let copy: Script;
  beforeEach(async () => {
    desk = await startWorking();
    const { spreadsheetId } = desk.local.scripts.desk;
    const { id } = desk.spreadsheets.books.copy(spreadsheetId, 'Copy').record;
    copy = { ...desk.local.scripts.desk, id: 'the-copy', spreadsheetId: id };
    // Whoever moves stops the old desk first.
    desk.stopTimers();
  });
  afterEach(() => desk.close());

  const run = async (name: string) => resultOf(await desk.local.run(copy, name, []));
  const runAll = async (...names: readonly string[]) =>
    resultOf(
      await executeAll(
        desk.local,
        copy,
        names.map((name): Step => [name]),
      ),
    ) as unknown[];
  const rows = (tab: string) => desk.spreadsheets.rows(copy.spreadsheetId, tab);
  const subjects = () => rows('Cases').map(({ caseNumber, subject }) => `${caseNumber} ${subject}`);
  const files = () => desk.store.prepare("select name from drive_files where name like '%a.txt'").all();

  /** The copied checkpoint is lost. */
  function looksBack(): void {
    const at = rows('Settings').findIndex(({ key }) => key === 'lastHistoryId') + 2;
    const edit = { a1: `B${at}`, text: '', now: desk.now() };
    desk.spreadsheets.editAs(copy.spreadsheetId, 'Settings', edit);
  }

  test('goes on where the copy was made, and doubles neither cases, messages, files nor alerts', async () => {
    const [sent, messages] = [desk.sent().length, rows('Messages').length];
    const [, before] = await runAll('setUp', 'checkMail');
    expect(before).toMatchObject({ ok: true, newCases: [], newMessages: 0 });
    await desk.deliver(await compose({ subject: 'Table' }));
    expect(await runAll('checkMail', 'checkMail')).toMatchObject([
      { newCases: ['CASE-0003'], newMessages: 1 },
      { newCases: [], newMessages: 0 },
    ]);
    expect(subjects()).toEqual(['CASE-0001 Lamp', 'CASE-0002 Chair', 'CASE-0003 Table']);
    expect(rows('Messages')).toHaveLength(messages + 1);
    expect(desk.sent()).toHaveLength(sent + 1);
    expect(files()).toMatchObject([{ name: 'CASE-0001_a.txt' }]);
  });

  test('looks back where the copied checkpoint is gone, and still doubles nothing', async () => {
    const sent = desk.sent().length;
    await run('setUp');
    looksBack();
    expect(await run('checkMail')).toMatchObject({ ok: true, newCases: [], newMessages: 0 });
    expect(subjects()).toEqual(['CASE-0001 Lamp', 'CASE-0002 Chair']);
    expect(desk.sent()).toHaveLength(sent);
  });

  test('takes in again what was deleted from it where it looks back', async () => {
    await run('setUp');
    desk.spreadsheets.deleteLines(copy.spreadsheetId, 'Messages', { dimension: 'rows', at: 2, count: 1 });
    looksBack();
    expect(await run('checkMail')).toMatchObject({ newCases: [], newMessages: 1 });
    expect(rows('Messages')).toHaveLength(2);
  });
});

describe('a desk sheet that was restored to an earlier version', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startWorking();
  });
  afterEach(() => desk.close());

  test('takes in again what came since once the property progress is deleted; without alerts, where they are off', async () => {
    const checkpoint = String(Number(desk.setting('lastHistoryId')) - 1);
    const sent = desk.sent().length;
    for (const tab of ['Cases', 'Messages']) desk.deleteRow(tab, 3);
    desk.set('lastHistoryId', checkpoint);
    desk.set('nextCaseNumber', '2');
    desk.set('emailAlerts', 'FALSE');
    desk.store.prepare("delete from properties where key = 'progress'").run();
    expect(await desk.run('checkMail')).toMatchObject({ newMessages: 1 });
    expect(desk.rows('Cases').map(({ subject }) => subject)).toEqual(['Lamp', 'Chair']);
    expect(desk.rows('Messages')).toHaveLength(2);
    expect(desk.sent()).toHaveLength(sent);
  });
});
