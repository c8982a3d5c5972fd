import { type LeadDesk, startLeadDesk } from './lead-desk';

const PERSON = { name: 'Ann', hasBank: true, creditScore: '700', downPayment: 3_000 };
const BROKEN = 'Scoring!D3 must be a whole number from -100 to 100 (got "lots").';

describe('the owner edits the tab Scoring', () => {
  let desk: LeadDesk;
  let phones = 0;
  beforeEach(async () => {
    desk = await startLeadDesk();
  });
  afterEach(() => desk.close());

  /** An edit counts within a minute. */
  async function score(): Promise<[number, string[]]> {
    await desk.realm.scheduler.advance(61_000);
    const body = { ...PERSON, phone: `+1555123${1_000 + phones++}` };
    const ended = await desk.execute('call', ['POST /v1/leads', { body }]);
    const told = JSON.parse((ended.returned as { json: string }).json) as { body: { score: number } };
    return [told.body.score, ended.log.map(({ text }) => text)];
  }

  test('a new row counts', async () => {
    expect(await score()).toEqual([72, []]);
    desk.edit('Scoring', 'A25', 'Credit 690 or more');
    desk.edit('Scoring', 'B25', 'creditScore');
    desk.edit('Scoring', 'C25', '690');
    desk.edit('Scoring', 'D25', '35');
    expect(await score()).toEqual([75, []]);
    expect(JSON.parse(String(desk.rows('Leads')[1]?.reasons))[0]).toEqual({
      field: 'creditScore',
      rule: 'Credit 690 or more',
      points: 35,
    });
  });

  test('another number of points counts; an invalid cell is reported, and the last valid rules apply', async () => {
    desk.edit('Scoring', 'D3', '10');
    expect(await score()).toEqual([50, []]);
    desk.edit('Scoring', 'D3', 'lots');
    const said = `${BROKEN} The last valid rules apply until it is fixed.`;
    expect(await score()).toEqual([50, [said]]);
    desk.edit('Scoring', 'D3', '20');
    expect(await score()).toEqual([60, []]);
  });

  test('fifty rules of the greatest length count in any script, and the last valid ones too', async () => {
    for (let row = 25; row <= 51; row++) {
      const when = `${row}${'語'.repeat(38)}`;
      for (const [column, text] of [
        ['A', '規'.repeat(40)],
        ['B', 'idType'],
        ['C', when],
        ['D', '1'],
      ] as const)
        desk.edit('Scoring', `${column}${row}`, text);
    }
    expect(await score()).toEqual([72, []]);
    desk.edit('Scoring', 'D3', 'lots');
    expect(await score()).toEqual([72, [expect.stringContaining(BROKEN)]]);
    const told = await desk.callAll(
      [`51${'語'.repeat(38)}`, 'else'].map((idType, at) => [
        'POST /v1/leads',
        { body: { ...PERSON, phone: `+1555123990${at}`, idType } },
      ]),
    );
    expect(told).toMatchObject([{ body: { score: 70 } }, { body: { score: 79 } }]);
  });

  test('broken before the first lead: what set up wrote counts', async () => {
    desk.edit('Scoring', 'D3', 'lots');
    expect((await score())[0]).toBe(72);
  });

  test('sorted, or with a column in front, it says the same', async () => {
    desk.realm.spreadsheets.sort('sheet-test', 'Scoring', { column: 4 });
    desk.realm.spreadsheets.insertLines('sheet-test', 'Scoring', { dimension: 'columns', at: 1, count: 1 });
    expect(await score()).toEqual([72, []]);
  });

  test('set up again leaves the owner’s rules and lists alone', async () => {
    desk.edit('Scoring', 'D3', '10');
    desk.edit('Lists', 'A7', 'test drive');
    await desk.run('setUp');
    expect(desk.rows('Scoring')).toHaveLength(23);
    expect(desk.rows('Lists')).toHaveLength(6);
    expect((await score())[0]).toBe(50);
  });
});
