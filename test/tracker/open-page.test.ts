import { createContext } from '../../runtime/context';
import { Executor } from '../../runtime/execution/executor';
import { readCode } from '../../runtime/runtime';
import { createServices } from '../../runtime/services';
import { testLong } from '../harness/extent';
import { type Desk, startDesk, startPreparedDesk } from '../harness/local';
import { choose } from './at-sheet';

describe('Open the page', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('a desk that was set up', (original) => original.setUp());
  });
  afterEach(() => desk.close());

  const link = () => {
    const view = desk.sheets().find(({ name }) => name === 'Settings');
    return [...(desk.grid('Settings')[8]?.slice(0, 2) ?? []), view?.links.B9];
  };
  const selected = () => {
    const { tab, a1 } = desk.spreadsheets.selection(desk.local.scripts.desk.spreadsheetId) ?? {};
    return `${tab}!${a1}`;
  };

  test('selects a cell that links to the page, and says to click it', async () => {
    const { shown, error } = await choose(desk, 'openPage');
    expect(error).toBeUndefined();
    expect(shown).toEqual([
      { kind: 'toast', title: 'The page', text: 'Click the link in the selected cell.' },
    ]);
    expect(selected()).toBe('Settings!B9');
    const { desk: url } = desk.local.urls;
    expect(link()).toEqual(['page', url, url]);
  });

  testLong('Set up has made the link already', async () => {
    await choose(desk, 'setUp');
    const { desk: url } = desk.local.urls;
    expect(link()).toEqual(['page', url, url]);
  });

  test('leads to where the page was last opened, and overwrites what somebody typed', async () => {
    desk.set('page', 'nowhere');
    const url = 'https://script.google.com/macros/s/opened/exec';
    desk.store.prepare("insert into properties values ('script script-desk', 'pageUrl', ?)").run(url);
    await choose(desk, 'openPage');
    expect(link()).toEqual(['page', url, url]);
  });

  test('finds its row wherever it is', async () => {
    desk.sort('Settings', 'key');
    desk.insertColumn('Settings', 2);
    await choose(desk, 'openPage');
    expect(selected()).toBe(`Settings!C${desk.rows('Settings').findIndex(({ key }) => key === 'page') + 2}`);
  });

  test('says how to deploy where there is no page', async () => {
    const { run, close } = undeployed(desk);
    await run('setUp');
    expect(desk.setting('page')).toBe('');
    const { dialogs } = await run('openPage');
    expect(dialogs.shown).toMatchObject([
      {
        kind: 'alert',
        text: expect.stringMatching(/^The page is not deployed yet\.\n\nRun "npm run deploy" again/),
      },
    ]);
    await close();
  });

  test('before Set up says to choose that', async () => {
    await desk.close();
    desk = await startDesk();
    const { shown } = await choose(desk, 'openPage');
    expect(shown).toMatchObject([
      { kind: 'alert', text: expect.stringContaining('Run Set up from the menu.') },
    ]);
  });
});

/** The same script with the same properties and spreadsheet, before anybody has deployed its web app. */
function undeployed({ store, local }: Desk) {
  const { scheduler, services, scripts, readFile } = local;
  const context = createContext({ store, scheduler, google: services.google, webAppUrl: () => null });
  const runtime = new Executor({
    services: createServices({ ...context, spreadsheets: services.spreadsheets }),
    scheduler,
    virtual: true,
    code: readCode(readFile),
  });
  const run = (name: string) => runtime.run(scripts.desk, name, [], { kind: 'menu' });
  return { run, close: () => runtime.close() };
}
