import { type Desk, type Step, startPreparedDesk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

/** Characters of two, three and four bytes of UTF-8; the last is two of JavaScript's. */
const CHARACTERS = ['я', '語', '🚗'];
const fill = (character: string, length: number) => character.repeat(Math.floor(length / character.length));

const READS: readonly Step[] = [
  ['getCase', 'CASE-0001'],
  ['getCases', ['CASE-0001']],
  ['listCases'],
  ['searchCases', { keyword: 'я' }],
  ['getBell'],
  ['getSettings'],
  ['getHealth'],
  ['checkMail'],
];

describe('whatever the owner fills to its limit', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startPreparedDesk('tracking one', async (original) => {
      await original.setUp();
      await original.run('saveSettings', { senders: [ANNA] });
      await original.run('checkMail');
      await original.deliver(await compose());
      await original.run('checkMail');
    });
  });
  afterAll(() => desk.close());

  test('every function takes and reads what characters of two, three and four bytes fill', async () => {
    for (const character of CHARACTERS) {
      const long = fill(character, 200_000);
      const from = `${fill(character, 900)} <${ANNA}>`;
      await desk.deliver(await compose({ from, subject: fill(character, 10_000), text: long }));
      const edits = { issue: fill(character, 10_000), notes: long };
      const searches: Step[] = ['keyword', 'issue'].map((field) => [
        'searchCases',
        { [field]: fill(character, 1_000) },
      ]);
      const told = await desk.runAll(
        ['checkMail'],
        ['updateCase', 'CASE-0001', edits],
        ...searches,
        ...READS,
      );
      expect(told.filter((answer) => (answer as { ok?: boolean }).ok === false)).toEqual([]);
      expect(told[2 + searches.length]).toMatchObject(edits);
    }
    expect(desk.rows('Cases')).toHaveLength(1 + CHARACTERS.length);
  });

  test('senders that need several cells are kept', async () => {
    for (const character of CHARACTERS) {
      const senders = Array.from(
        { length: 1_500 },
        (_, at) => `${fill(character, 50)}${at}@customer.example`,
      );
      const saved = await desk.runAll(['saveSettings', { senders }], ['getSettings'], ...READS);
      expect(saved.slice(0, 2)).toMatchObject([{ ok: true }, { senders }]);
      expect(saved.filter((answer) => (answer as { ok?: boolean }).ok === false)).toEqual([]);
    }
  });
});
