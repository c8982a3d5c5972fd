import type { ExecutionKind } from '../../execution/execution';
import { type Realm, startRealm } from '../harness/realm';

const BOOK = 'sheet-test';

// Sources: developers.google.com/apps-script/guides/dialogs and /guides/menus; platform facts 4.2.
describe('The editor', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const KINDS: [ExecutionKind, boolean][] = [
    ['menu', true],
    ['run', true],
    ['simple trigger', true],
    ['web app', false],
    ['page function', false],
    ['trigger', false],
  ];
  test.each(KINDS)('a %s execution has a user interface: %j', async (kind, allowed) => {
    const { error } = await realm.execute(() => void SpreadsheetApp.getUi(), [], { kind });
    expect(error?.message).toBe(
      allowed ? undefined : 'Cannot call SpreadsheetApp.getUi() from this context.',
    );
  });

  test('a menu is there for the page that shows the sheet', async () => {
    await realm.run(() => {
      const ui = SpreadsheetApp.getUi();
      const sub = ui.createMenu('More').addItem('Reset', 'reset');
      ui.createMenu('Tools').addItem('Check mail', 'checkMail').addSeparator().addSubMenu(sub).addToUi();
    });
    expect(realm.spreadsheets.menus('test')).toEqual([
      {
        caption: 'Tools',
        items: [
          { caption: 'Check mail', function: 'checkMail' },
          { separator: true },
          { caption: 'More', items: [{ caption: 'Reset', function: 'reset' }] },
        ],
      },
    ]);
  });

  test('dialogs are answered in their order, by default with the first button', async () => {
    const snippet = () => {
      const ui = SpreadsheetApp.getUi();
      const asked = ui.prompt('Key', 'Which?', ui.ButtonSet.OK_CANCEL);
      const pressed = [asked.getSelectedButton(), ui.alert('Sure?', ui.ButtonSet.YES_NO), ui.alert('Done')];
      return [asked.getResponseText(), asked.getSelectedButton() === ui.Button.CANCEL, pressed];
    };
    const answers = [{ button: 'CANCEL', text: 'abc' }];
    const { returned, dialogs } = await realm.execute(snippet, [], { kind: 'menu', answers });
    expect(returned).toMatchObject({ json: '["abc",true,["CANCEL","YES","OK"]]' });
    expect(dialogs.shown).toMatchObject([
      { kind: 'prompt', title: 'Key', text: 'Which?', buttons: 'OK_CANCEL' },
      { kind: 'alert', text: 'Sure?' },
      { kind: 'alert', text: 'Done' },
    ]);
  });
});

describe('What people do by hand', () => {
  let realm: Realm;
  beforeEach(async () => {
    realm = startRealm();
    await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1:C3').setValues([
        ['id', 'when', 'note'],
        ['b', new Date(), '=1+1'],
        ['a', '', ''],
      ]);
    });
  });
  afterEach(() => realm.close());

  test('rows are read by their headers, dates as ISO 8601 in UTC, and the grid shows what the sheet shows', () => {
    expect(realm.spreadsheets.rows(BOOK, 'Sheet1')).toEqual([
      { id: 'b', when: expect.stringMatching(/^2026-11-21T09:00:01/), note: 2 },
      { id: 'a', when: '', note: '' },
    ]);
    const [sheet] = realm.spreadsheets.grid(BOOK);
    expect(sheet).toMatchObject({ name: 'Sheet1', rows: 1000, columns: 26 });
    expect(sheet?.cells[1]?.[1]).toMatch(/^11\/21\/2026 9:00:0/);
  });

  test("typed text is read as a script's is, and sorted rows move", async () => {
    realm.spreadsheets.editAs(BOOK, 'Sheet1', { a1: 'C3', text: '007' });
    realm.spreadsheets.sort(BOOK, 'Sheet1', { column: 1 });
    realm.spreadsheets.insertLines(BOOK, 'Sheet1', { dimension: 'columns', at: 1, count: 1 });
    realm.spreadsheets.insertLines(BOOK, 'Sheet1', { dimension: 'rows', at: 2, count: 1 });
    const values = await realm.run(() => SpreadsheetApp.getActiveSheet().getRange('A1:D3').getValues());
    expect(values).toEqual([
      ['', 'id', 'when', 'note'],
      ['', '', '', ''],
      ['', 'a', '', 7],
    ]);
  });

  test('a strict rule refuses a person too', async () => {
    await realm.run(() => {
      const strict = SpreadsheetApp.newDataValidation().requireValueInList(['x']).setAllowInvalid(false);
      SpreadsheetApp.getActiveSheet().getRange('D1').setDataValidation(strict.build());
    });
    expect(() => realm.spreadsheets.editAs(BOOK, 'Sheet1', { a1: 'D1', text: 'y' })).toThrow(
      'The data you entered in cell D1 violates the data validation rules set on this cell.',
    );
  });
});
