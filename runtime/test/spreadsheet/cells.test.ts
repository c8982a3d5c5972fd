import { type Realm, startRealm } from '../harness/realm';

describe('Cells', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());
  // Google takes any text for a color (issuetracker.google.com/issues/428869869); what becomes of it is unknown.
  test('refuse a color that nobody knows', async () => {
    const unknown = ['no color', 'rgb(1, 2, 3)', ''];
    const told = await realm.runEach(
      (text: string) => void SpreadsheetApp.getActiveSheet().getRange('A1').setBackground(text),
      unknown.map((given): [string] => [given]),
    );
    expect(told).toEqual(
      unknown.map((given) => expect.stringContaining(`The color "${given}" is not emulated here`)),
    );
  });

  test('refuse what is no value', async () => {
    const told = await realm.runAll([
      () =>
        void SpreadsheetApp.getActiveSheet()
          .getRange('A1')
          .setValue(() => 1),
    ]);
    expect(told).toEqual([expect.stringContaining('Writing a function into a cell is not emulated here.')]);
  });
});
