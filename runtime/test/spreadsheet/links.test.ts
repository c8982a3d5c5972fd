import { openSheet } from '../../server/owner';
import { openStore } from '../../store';
import { type Realm, startRealm } from '../harness/realm';
import { serveScripts } from '../harness/serve';

const BOOK = 'sheet-test';
const PAGE = 'https://script.example.com/macros/s/mine/exec';

const putLink = (a1: string, url: string) => {
  const text = SpreadsheetApp.newRichTextValue().setText('Open the page').setLinkUrl(url).build();
  SpreadsheetApp.getActiveSheet().getRange(a1).setRichTextValue(text);
};
const readLink = (a1: string) => {
  const value = SpreadsheetApp.getActiveSheet().getRange(a1).getRichTextValue();
  return value && [value.getText(), value.getLinkUrl()];
};

// Sources: developers.google.com/apps-script/reference/spreadsheet/rich-text-value-builder, .../rich-text-value and
// .../range
describe('A link in a cell', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  test('is visible with its text to scripts and in the sheet', async () => {
    const [, link] = await realm.runAll([putLink, 'B2', PAGE], [readLink, 'B2']);
    expect(link).toEqual(['Open the page', PAGE]);
    expect(realm.spreadsheets.grid(BOOK)[0]).toMatchObject({
      cells: [
        ['', ''],
        ['', 'Open the page'],
      ],
      links: { B2: PAGE },
    });
  });

  test('waits for the flush as other writes do, and costs what setValue costs', async () => {
    const link = await realm.execute(putLink, ['A1', PAGE], { fault: { call: 2, kind: 'kill after' } });
    expect(link.calls[1]).toMatchObject({ method: 'spreadsheet.setValue', cells: 1 });
    expect(await realm.run(readLink, 'A1')).toEqual(['', null]);
  });

  test('outlives a restart and moves with its row', async () => {
    const store = openStore(':memory:');
    const before = startRealm({ store });
    await before.run(putLink, 'A1', PAGE);
    before.spreadsheets.insertLines(BOOK, 'Sheet1', { dimension: 'rows', at: 1, count: 1 });
    await before.close();
    const after = startRealm({ store });
    expect(await after.runEach(readLink, [['A1'], ['A2']])).toEqual([
      ['', null],
      ['Open the page', PAGE],
    ]);
    await after.close();
  });

  test('goes when a person types over it', async () => {
    await realm.run(putLink, 'A1', PAGE);
    realm.spreadsheets.editAs(BOOK, 'Sheet1', { a1: 'A1', text: 'mine' });
    expect(await realm.run(readLink, 'A1')).toEqual(['mine', null]);
  });

  test('belongs to the whole text here', async () => {
    const part = (url: string) =>
      SpreadsheetApp.newRichTextValue().setText('ab').setLinkUrl(0, 1, url).build();
    await expect(realm.run(part, PAGE)).rejects.toThrow('is not emulated here');
  });
});

test('A link goes along with the rows that the inspector shows', async () => {
  const onOpen = () => {
    const text = SpreadsheetApp.newRichTextValue()
      .setText('Open')
      .setLinkUrl('https://example.com/page')
      .build();
    SpreadsheetApp.getActiveSheet().getRange('B2').setRichTextValue(text);
  };
  const runtime = await serveScripts({ mine: { onOpen } });
  await openSheet(runtime, runtime.scripts.mine);
  const shown = (from: number) => fetch(`${runtime.urls.home}/_local/sheets/Sheet1/window?from=${from}`);
  expect((await (await shown(2)).json()).links).toEqual({ B2: 'https://example.com/page' });
  expect((await (await shown(3)).json()).links).toEqual({});
  await runtime.close();
});

// Sources: developers.google.com/apps-script/reference/spreadsheet/range (activate) and .../sheet (getActiveRange)
describe('A selection', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const selected = () => {
    const [range, cell] = [SpreadsheetApp.getActiveRange(), SpreadsheetApp.getCurrentCell()];
    return [range.getSheet().getName(), range.getA1Notation(), cell.getA1Notation()];
  };

  test('is the first cell of the active sheet until something is selected', async () => {
    expect(await realm.run(selected)).toEqual(['Sheet1', 'A1', 'A1']);
    expect(realm.spreadsheets.selection(BOOK)).toEqual({ tab: 'Sheet1', a1: 'A1' });
  });

  test('shows its sheet as the active one', async () => {
    await realm.run(() => {
      const spreadsheet = SpreadsheetApp.getActive();
      spreadsheet.insertSheet('Health');
      spreadsheet.getSheets()[0]?.activate();
      spreadsheet.getRange('Health!B2:C3').activate();
    });
    expect(realm.spreadsheets.selection(BOOK)).toEqual({ tab: 'Health', a1: 'B2:C3' });
  });

  test('moves with its rows and is lost with them', async () => {
    await realm.run(() => void SpreadsheetApp.getActiveSheet().getRange('C3').activate());
    realm.spreadsheets.insertLines(BOOK, 'Sheet1', { dimension: 'rows', at: 1, count: 1 });
    expect(realm.spreadsheets.selection(BOOK)).toEqual({ tab: 'Sheet1', a1: 'C4' });
    realm.spreadsheets.deleteLines(BOOK, 'Sheet1', { dimension: 'rows', at: 4, count: 1 });
    expect(realm.spreadsheets.selection(BOOK)).toEqual({ tab: 'Sheet1', a1: 'A1' });
  });
});
