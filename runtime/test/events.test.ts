import { FreeScheduler } from '../execution/scheduler';
import { createScript, toScriptFiles } from '../execution/script';
import { createRuntime, type Runtime } from '../runtime';
import { openSheet, typeInto } from '../server/owner';
import { openStore } from '../store';
import { OWNER, readFile } from './harness/serve';

const CODE = `
  const log = (name, e) => console.log(JSON.stringify([name, String(e.source), e.source.getId(), String(e.user)]));
  function onOpen(e) { log('open', e); }
  function onEdit(e) {
    const read = (name) => { try { return String(e[name]); } catch (error) { return error.message; } };
    console.log(JSON.stringify([read('value'), read('oldValue'), e.range && e.range.getA1Notation(), e.range.rowStart]));
  }
  function onEditInstalled(e) { log('edit', e); console.log(e.triggerUid === undefined, e.range.getA1Notation()); }
  function install() { ScriptApp.newTrigger('onEditInstalled').forSpreadsheet('sheet-mine').onEdit().create(); }
  function prepare() {
    const sheet = SpreadsheetApp.getActiveSheet();
    sheet.getRange('A2:A6').setValues([['text'], [1.5], [true], [new Date(0)], ['=1+1']]);
  }`;

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
const MANIFEST = {
  timeZone: 'Etc/UTC',
  oauthScopes: ['script.scriptapp', 'spreadsheets', 'userinfo.email'].map(scope),
};
const BOUND = 'sheet-mine';

let runtime: Runtime;
const script = createScript('mine', () =>
  toScriptFiles({ 'appsscript.json': JSON.stringify(MANIFEST), 'Code.js': CODE }),
);

beforeAll(() => {
  runtime = createRuntime({
    ...{ scripts: { mine: script }, store: openStore(':memory:'), scheduler: new FreeScheduler() },
    ...{ readFile, home: 'http://localhost:8080', token: 'token', address: OWNER },
  });
});
afterAll(() => runtime.close());

const logOf = (kind: string) =>
  runtime.executions.findLast((one) => one.kind === kind)?.log.map(({ text }) => text);

const edit = async (a1: string, text: string) => {
  await typeInto(runtime, script, { tab: 'Sheet1', a1, text });
  return JSON.parse(logOf('simple trigger')?.[0] ?? 'null') as unknown[];
};

// Source: developers.google.com/apps-script/guides/triggers/events
describe('the events of a spreadsheet', () => {
  test('opening has the spreadsheet and the user', async () => {
    await openSheet(runtime, script);
    expect(logOf('simple trigger')).toEqual([JSON.stringify(['open', 'Spreadsheet', BOUND, OWNER])]);
  });

  test('an edit has the new value as a text, the range, and the old value if there was one', async () => {
    await runtime.run(script, 'prepare');
    expect(await edit('A1', '1,234.5')).toEqual(['1234.5', 'undefined', 'A1', 1]);
    expect(await edit('A2', 'next')).toEqual(['next', 'text', 'A2', 2]);
    expect(await edit('A3', '')).toEqual(['undefined', '1.5', 'A3', 3]);
  });

  // Public scripts ask `e.value === "TRUE" && e.oldValue === "false"` when a box has been checked.
  test('a checkbox has TRUE as its value and false as its old value', async () => {
    expect(await edit('A4', 'FALSE')).toEqual(['FALSE', 'true', 'A4', 4]);
    expect(await edit('A4', 'TRUE')).toEqual(['TRUE', 'false', 'A4', 4]);
  });

  test('what it has of dates and formulas is not known', async () => {
    const unknown = (name: string) =>
      `The ${name} of an edit of such a cell exists on Google, and is not emulated here.`;
    expect(await edit('A5', 'x')).toEqual(['x', unknown('oldValue'), 'A5', 5]);
    expect(await edit('A6', '=1+2')).toEqual([unknown('value'), unknown('oldValue'), 'A6', 6]);
  });

  test('an installed trigger has all of it, and its own id', async () => {
    await runtime.run(script, 'install');
    await edit('B2', 'x');
    expect(logOf('trigger')).toEqual([JSON.stringify(['edit', 'Spreadsheet', BOUND, OWNER]), 'false B2']);
  });
});
