import { listCallable } from '../../runtime/execution/script';
import { openSheet } from '../../runtime/server/owner';
import { testLong } from '../harness/extent';
import { type Desk, startDesk, startPreparedDesk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { choose } from './at-sheet';

const ITEMS = [
  ['Set up', 'setUp'],
  ['First steps', 'firstSteps'],
  ['Check mail now', 'checkNow'],
  ['Open the page', 'openPage'],
  ['Overview', 'showOverview'],
  ['Forget a person', 'forgetPerson'],
  ['Remove old data', 'removeOldData'],
  ['Check this account', 'checkAccount'],
  ['Health', 'showHealth'],
].map(([caption, name]) => ({ caption, function: name }));
const OWN = [{ caption: 'Case desk', items: ITEMS }];
const BELOW_EXTENSIONS = [{ caption: 'Extensions > desk', items: ITEMS }];

describe('the menu of the desk', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startDesk();
  });
  afterEach(() => desk.close());

  const open = (addOn?: 'installed' | 'enabled') => openSheet(desk.local, desk.local.scripts.desk, addOn);

  test('has these items in a sheet of its own', async () => {
    expect(await open()).toEqual(OWN);
  });

  test('leads to a function with each item', () => {
    expect(
      ITEMS.map((item) => item.function).filter(
        (name) => !listCallable(desk.local.scripts.desk).includes(String(name)),
      ),
    ).toEqual([]);
  });

  testLong('each item does something', async () => {
    for (const item of ITEMS) expect((await choose(desk, String(item.function))).error).toBeUndefined();
  });

  test('checks mail, and says what came', async () => {
    const words = async () => (await choose(desk, 'checkNow')).shown.map(({ text }) => text);
    expect(await words()).toEqual(['The sheet has no tab "Settings". Run Set up from the menu.']);
    await choose(desk, 'setUp');
    desk.set('senders', ANNA);
    expect(await words()).toEqual(['No new mail.']);
    for (const subject of ['Lamp', 'Chair']) await desk.deliver(await compose({ subject }));
    expect(await words()).toEqual(['2 new messages. New cases: CASE-0001, CASE-0002.']);
    const threadId = String(desk.rows('Cases')[0]?.threadId);
    await desk.deliver(await compose({ subject: 'Re: Lamp' }), { threadId });
    expect(await words()).toEqual(['1 new message.']);
  });

  test('is the same after Set up, and from the editor’s run button', async () => {
    await desk.close();
    desk = await startPreparedDesk('a desk that was set up', (original) => original.setUp());
    expect(await open()).toEqual(OWN);
    await desk.run('onOpen');
    expect(desk.menus()).toEqual(OWN);
  });

  test('is below Extensions in an add-on that has not been used here, and touches nothing else', async () => {
    expect(await open('installed')).toEqual(BELOW_EXTENSIONS);
    const { calls, error } = desk.local.executions.at(-1) ?? {};
    expect(error).toBeUndefined();
    expect(calls?.map(({ method }) => method)).toEqual(['spreadsheet.addMenu']);
  });

  test('is there when the add-on has just been installed, and from then on', async () => {
    await desk.execute('onInstall', [{ authMode: 'FULL' }], { addOn: 'enabled' });
    expect(desk.menus()).toEqual(BELOW_EXTENSIONS);
    await desk.restart();
    expect(await open('enabled')).toEqual(BELOW_EXTENSIONS);
  });

  test('is a menu of its own again once the sheet’s own script was set up', async () => {
    await desk.execute('onInstall', [{ authMode: 'FULL' }], { addOn: 'enabled' });
    await choose(desk, 'setUp');
    await desk.restart();
    expect(await open()).toEqual(OWN);
  });

  testLong('is there once the add-on was set up in the sheet', async () => {
    await choose(desk, 'setUp', { addOn: 'enabled' });
    expect(await open('enabled')).toEqual(BELOW_EXTENSIONS);
  });
});
