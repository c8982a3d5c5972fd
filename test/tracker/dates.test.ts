import { EXECUTION_START_MS } from '../../runtime/execution/costs';
import { spread, testLong } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { ANNA, compose, raw } from '../harness/mail';
import { checkUntilIdle } from './end-state';

const SENT = 'Thu, 19 Nov 2026 08:00:00 +0000';
const RECEIVED = '2026-11-20T07:30:00.000Z';

/** Mail whose own date is not the one that counts. */
const mail = (headers: string) => raw(`From: ${ANNA}\nDate: ${SENT}\nSubject: Old clock\n${headers}\nText\n`);

describe('the date of a message', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking();
  });
  afterEach(() => desk.close());

  const dates = () => desk.rows('Messages').map(({ date }) => date);

  test.each(spread([0, -1, Date.UTC(1969, 5, 1)], 1))(
    'is that of the topmost Received header where Gmail says %d',
    async (internalDate) => {
      const hops = [
        'Received: from b by c with SMTP; Fri, 20 Nov 2026 08:30:00 +0100 (CET)',
        'Received: from a by b with SMTP; Thu, 19 Nov 2026 23:00:00 +0100',
      ];
      await desk.deliver(mail(`${hops.join('\n')}\n`), { internalDate });
      expect(await desk.run('checkMail')).toMatchObject({ newMessages: 1 });
      expect(dates()).toEqual([RECEIVED]);
      expect(desk.rows('Cases')).toMatchObject([{ received: RECEIVED, lastMailAt: RECEIVED }]);
      expect(desk.setting('failed')).toBe('[]');
    },
  );

  test('is the time of the check where nothing says it', async () => {
    await desk.deliver(mail('Received: from a by b\n'), { internalDate: 0 });
    const check = desk.now() + EXECUTION_START_MS;
    await desk.run('checkMail');
    expect(dates()).toEqual([new Date(check).toISOString()]);
  });

  test('that is missing in many messages does not delay others', async () => {
    for (let index = 0; index < 8; index++) await desk.deliver(mail(''), { internalDate: 0 });
    await desk.deliver(await compose({ subject: 'Good' }));
    const checks = await desk.runAll(['checkMail'], ['checkMail']);
    expect(checks).toMatchObject([{ newMessages: 9 }, { newMessages: 0 }]);
  });

  testLong('that nothing says stays that of the check which wrote it down, wherever it ends', async () => {
    let planned = 0;
    for (let call = 1; ; call += 2) {
      const copy = await startTracking();
      await copy.deliver(mail(''), { internalDate: 0 });
      const check = copy.now() + EXECUTION_START_MS;
      const fault = { call, kind: 'kill after', writes: 'applied' } as const;
      const { hasFaultFired } = await copy.execute('checkMail', [], { fault });
      const { undated = {} } = JSON.parse(copy.properties()['journal.0'] ?? '{}');
      copy.stopTimers();
      await copy.advance(3_600_000);
      await checkUntilIdle(copy);
      const [message, ...others] = copy.rows('Messages');
      expect([call, others]).toEqual([call, []]);
      if (Object.keys(undated).length > 0) {
        planned++;
        expect([call, message?.date]).toEqual([call, new Date(check).toISOString()]);
      }
      expect(copy.rows('Cases')).toMatchObject([{ received: message?.date, lastMailAt: message?.date }]);
      await copy.close();
      if (!hasFaultFired) break;
    }
    expect(planned).toBeGreaterThan(4);
  });
});
