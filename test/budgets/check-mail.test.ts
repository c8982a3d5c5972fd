import type { Execution } from '../../runtime/execution/execution';
import { IS_LONG, spread, testLong } from '../harness/extent';
import type { Desk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { CASES, MESSAGES, startFullDesk } from './full-desk';

const MINUTE = 60_000;
const RUNS_A_DAY = 288;

/** Design section 7, and a look at the folder. A first file ever also makes it, before these tests begin. */
const longest = (mails: number, attachments: number) =>
  4_000 + 160 * mails + 1_060 * attachments + 1_000 * Math.min(attachments, 1);

/** Of the history, 500 records each. */
const pages = (mails: number) => Math.ceil(mails / 500);

/** A flush comes with its write, and what is FREE in the cost model does not leave the script: neither is counted. */
const sheetCalls = (check: Execution) => check.count('spreadsheet.') - check.count('spreadsheet.flush');

describe(`checkMail over ${MESSAGES} messages of ${CASES} cases`, () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startFullDesk();
    await deliver(1, 1);
    await desk.run('checkMail');
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.advance(2 * MINUTE));

  async function deliver(count: number, attachments = 0, from = ANNA): Promise<void> {
    const file = { filename: 'a.txt', content: 'a receipt' };
    const plain = await compose({ from, subject: 'New' });
    const withFile = await compose({ from, subject: 'New', attachments: [file] });
    const mails = Array.from({ length: count }, (_, index) => (index < attachments ? withFile : plain));
    await desk.google.deliverAll(mails);
  }

  const stored = () => desk.rows('Messages').length;

  test('nothing new: one call of Gmail, none of the sheet, one second', async () => {
    const check = await desk.checkByTimer();
    expect(check.count('gmail.')).toBe(1);
    expect(sheetCalls(check)).toBe(0);
    expect(check.elapsed).toBeLessThanOrEqual(1_000);
  });

  test('the daily comparison, where nothing is missing: one search and one read of the ids more than the settings', async () => {
    await desk.run('saveSettings', { timerMinutes: 45 });
    const check = await desk.checkByTimer();
    expect([check.count('gmail.'), sheetCalls(check)]).toEqual([2, 3]);
    expect(check.elapsed).toBeLessThanOrEqual(4_300);
  });

  test.each(
    spread(
      [
        [1, 0],
        [1, 1],
        [100, 0],
        [100, 20],
      ],
      2,
    ),
  )('%d new mails with %d attachments: their calls, 14 of the sheet, their time', async (mails, files) => {
    await deliver(mails, files);
    const check = await desk.execute('checkMail');
    expect(check.returned).toMatchObject({ json: expect.stringContaining(`"newMessages":${mails}`) });
    // One more looks for answers in the sent mail.
    expect(check.count('gmail.')).toBe(mails + files + pages(mails) + 1);
    // Where there are any, one more looks whether their folder is in the trash.
    expect(check.count('drive.')).toBe(files + Math.min(files, 1));
    expect(sheetCalls(check)).toBeLessThanOrEqual(14);
    expect(check.elapsed).toBeLessThanOrEqual(longest(mails, files));
  });

  testLong('1,000 at the published price of reading: one check', async () => {
    desk.local.services.plan.gmailPrices = 'published';
    await deliver(1_000, 20);
    const check = await desk.execute('checkMail');
    desk.local.services.plan.gmailPrices = 'measured';
    expect(check.returned).toMatchObject({ json: expect.stringContaining('"newMessages":1000') });
    expect(check.count('gmail.')).toBe(1_000 + 20 + pages(1_000));
    expect(check.count('drive.')).toBe(21);
    expect(sheetCalls(check)).toBeLessThanOrEqual(14);
    expect(check.elapsed).toBeLessThanOrEqual(longest(1_000, 20));
  });

  /** The timer's modelled minutes of a day in which every run finds so much, from half an hour of them. */
  async function minutesOfDay(tracked: number, others: number): Promise<number> {
    const { quotas } = desk.local.services;
    const SAMPLE = 6;
    const before = quotas.used('triggerMs');
    for (let run = 0; run < SAMPLE; run++) {
      await deliver(tracked);
      await deliver(others, 0, 'else@shop.example');
      await desk.advance(5 * MINUTE);
    }
    return ((quotas.used('triggerMs') - before) / SAMPLE) * (RUNS_A_DAY / MINUTE);
  }

  test('an idle day takes 4 of the 90 minutes that a free account’s timers have', async () => {
    expect(await minutesOfDay(0, 0)).toBeLessThan(5);
  });

  // What follows from the budgets above at the edges of a day.
  if (!IS_LONG) return;

  test('1,500 at the measured price: 300 a minute, so two checks by the timer, each within its time', async () => {
    const before = stored();
    await deliver(1_500);
    const first = await desk.execute('checkMail');
    expect(first.status).toBe('completed');
    expect(first.elapsed).toBeLessThanOrEqual(5 * MINUTE);
    expect(stored() - before).toBeGreaterThanOrEqual(1_150);
    await desk.advance(6 * MINUTE);
    expect(stored() - before).toBe(1_500);
  });

  test('10,000 mails a day, 1,000 of them tracked, take 42 of the 90; 7,000 others are the most in 45, 20,000 in 90', async () => {
    const some = await minutesOfDay(4, 32);
    const more = await minutesOfDay(4, 64);
    expect(some).toBeGreaterThan(39);
    expect(some).toBeLessThan(45);
    const perMail = (more - some) / (32 * RUNS_A_DAY);
    // The part that is not kept for short checks.
    const most = (minutes: number) => 32 * RUNS_A_DAY + (0.8 * minutes - some) / perMail;
    expect(most(45)).toBeGreaterThan(6_000);
    expect(most(45)).toBeLessThan(8_000);
    expect(most(90)).toBeGreaterThan(19_000);
    expect(most(90)).toBeLessThan(22_000);
  });
});
