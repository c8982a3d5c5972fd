import { FreeScheduler } from '../execution/scheduler';
import { createScript, toScriptFiles } from '../execution/script';
import { createRuntime, type Runtime } from '../runtime';
import { createApp } from '../server/app';
import { openSheet } from '../server/owner';
import { openStore } from '../store';
import { readFile } from './harness/serve';

const CODE = `
  const onOpen = () => {
    SpreadsheetApp.getUi().createMenu('Desk').addItem('First', 'menu.item').addItem('Second', 'plain').addToUi();
  };
  const plain = () => console.log('plain');
  const menu = { name: 'menu', item: function () { console.log('item of ' + this.name); } };
  class Jobs { static nightly(event) { console.log('nightly ' + typeof event.triggerUid); } }
  const install = () => { ScriptApp.newTrigger('Jobs.nightly').timeBased().everyHours(1).create(); };
  const doGet = () => ContentService.createTextOutput('hello');
  let page = async () => 1;
  const hidden_ = () => 1;`;

const MANIFEST = {
  timeZone: 'Etc/UTC',
  oauthScopes: ['https://www.googleapis.com/auth/script.scriptapp'],
  webapp: { access: 'MYSELF', executeAs: 'USER_DEPLOYING' },
};

let runtime: Runtime;
const script = createScript('mine', () =>
  toScriptFiles({ 'appsscript.json': JSON.stringify(MANIFEST), 'Code.js': CODE }),
);

beforeAll(() => {
  const home = 'http://localhost:8080';
  runtime = createRuntime({
    ...{ scripts: { mine: script }, store: openStore(':memory:'), scheduler: new FreeScheduler() },
    ...{ readFile, home, token: 'token' },
  });
});
afterAll(() => runtime.close());

const ask = (path: string, method = 'GET') =>
  createApp(runtime).request(`http://localhost:8080${path}`, { method });

const lastLog = () => runtime.executions.at(-1)?.log.map(({ text }) => text);

// Source: developers.google.com/apps-script/guides/v8-runtime, function detection and object methods
describe('functions in constants, and methods', () => {
  test('are simple triggers and menu items', async () => {
    expect(await openSheet(runtime, script)).toMatchObject([
      { caption: 'Desk', items: [{ function: 'menu.item' }, { function: 'plain' }] },
    ]);
    for (const name of ['menu.item', 'plain']) await ask(`/_local/menu/${name}?script=mine`, 'POST');
    expect(runtime.executions.slice(-2).flatMap(({ log }) => log.map(({ text }) => text))).toEqual([
      'item of menu',
      'plain',
    ]);
  });

  test('are handlers of triggers', async () => {
    await runtime.run(script, 'install');
    const [trigger] = runtime.services.triggers.list();
    expect(trigger?.handler).toBe('Jobs.nightly');
    await runtime.services.triggers.runNow(trigger?.id ?? '');
    expect(lastLog()).toEqual(['nightly string']);
  });

  test('answer requests', async () => {
    const response = await ask('/macros/s/local-mine/exec');
    expect(response.status).toBe(302);
  });

  test.each(['menu.item', 'Jobs.nightly', 'hidden_'])('%s is no function of a page', async (name) => {
    const body = JSON.stringify({ function: name, args: [] });
    const headers = { 'content-type': 'application/json' };
    const response = await createApp(runtime).request('/macros/s/local-mine/callback', {
      ...{ method: 'POST', body, headers },
    });
    expect(await response.json()).toEqual({ error: { message: `Script function not found: ${name}` } });
  });
});
