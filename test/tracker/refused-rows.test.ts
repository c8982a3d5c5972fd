import { type Desk, startPreparedDesk, track } from '../harness/local';
import { compose } from '../harness/mail';

describe('a row that the sheet refuses', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startPreparedDesk('a sheet that refuses a word', async (original) => {
      await track(original);
      await original.ownerRuns(forbidBad);
    });
  });
  afterEach(() => desk.close());

  const forbidBad = () => {
    const rule = SpreadsheetApp.newDataValidation()
      .requireTextDoesNotContain('Bad')
      .setAllowInvalid(false)
      .build();
    SpreadsheetApp.getActive().getRange('Cases!E2:E').setDataValidation(rule);
  };
  const allowAll = () => {
    SpreadsheetApp.getActive().getRange('Cases!E2:E').clearDataValidations();
  };
  const subjects = () => desk.rows('Cases').map(({ subject }) => subject);

  test('does not keep out the others, is listed, and follows once the sheet takes it', async () => {
    for (const subject of ['Good', 'Bad', 'Better']) await desk.deliver(await compose({ subject }));
    expect(await desk.run('checkMail')).toMatchObject({ ok: true, newMessages: 2 });
    expect(subjects()).toEqual(['Good', 'Better']);
    expect(desk.rows('Messages').map(({ subject }) => subject)).toEqual(['Good', 'Better']);
    expect(JSON.parse(String(desk.setting('failed')))).toMatchObject([{ kind: 'message', tries: 1 }]);
    await desk.ownerRuns(allowAll);
    await desk.run('checkMail');
    expect(subjects()).toEqual(['Good', 'Better', 'Bad']);
    expect(desk.setting('failed')).toBe('[]');
    const numbers = desk.rows('Cases').map(({ caseNumber }) => caseNumber);
    expect(new Set(numbers).size).toBe(3);
  });

  test('leaves the checks between its hourly tries idle', async () => {
    await desk.deliver(await compose({ subject: 'Bad' }));
    await desk.runAll(['checkMail'], ['checkMail'], ['checkMail']);
    expect((await desk.checkByTimer()).count('spreadsheet.')).toBe(0);
  });
});
