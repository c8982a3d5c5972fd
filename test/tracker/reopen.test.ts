import { testLong } from '../harness/extent';
import { type Desk, type Step, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { checkUntilIdle } from './end-state';

const HOUR = 3_600_000;
const FIRST = '<1@customer.example>';

/** A desk with one closed case, whose mail has been seen. */
function startClosed(settings: object): Promise<Desk> {
  return startPreparedDesk(`closed ${JSON.stringify(settings)}`, async (desk) => {
    await track(desk, { senders: [ANNA], ...settings });
    await desk.deliver(await compose({ messageId: FIRST, subject: 'Lamp' }));
    await desk.run('checkMail');
    await desk.run('updateCase', 'CASE-0001', { status: 'Closed', notes: 'called her' });
    await desk.run('markSeen', 'CASE-0001', 1);
  });
}

describe('a reply to a closed case', () => {
  let desk: Desk;
  afterEach(() => desk.close());

  const reply = async (mail = {}, options = {}) => {
    await desk.deliver(
      await compose({ subject: 'Re: Lamp', inReplyTo: FIRST, references: FIRST, ...mail }),
      options,
    );
  };
  const status = () => desk.rows('Cases')[0]?.status;
  const kindsIn = (bell: unknown) => (bell as { items: { kind: string }[] }).items.map(({ kind }) => kind);
  /** What the bell shows after a check. */
  const check = async (...before: readonly Step[]) => {
    const told = await desk.runAll(...before, ['checkMail'], ['getBell']);
    return kindsIn(told.at(-1));
  };

  test.each([{}, { reopenOnReply: false }])(
    'leaves it closed where the settings are %j',
    async (settings) => {
      desk = await startClosed(settings);
      await reply();
      const [check, bell] = await desk.runAll(['checkMail'], ['getBell']);
      expect([check, status(), kindsIn(bell)]).toMatchObject([{ newMessages: 1 }, 'Closed', ['message']]);
    },
  );

  describe('where the owner wants it', () => {
    beforeEach(async () => {
      desk = await startClosed({ reopenOnReply: true });
    });

    test('opens it again and changes nothing else of the owner’s, and the bell says so', async () => {
      const [before] = desk.rows('Cases');
      await reply();
      const shown = await check();
      const date = desk.rows('Messages')[1]?.date;
      expect(desk.rows('Cases')).toEqual([
        { ...before, status: 'Open', closedAt: '', updatedAt: date, lastMailAt: date },
      ]);
      expect(shown).toEqual(['reopened']);
    });

    test('is an ordinary one once the case is open', async () => {
      await reply();
      await desk.runAll(
        ['checkMail'],
        ['markBellSeen'],
        ['updateCase', 'CASE-0001', { status: 'In Progress' }],
      );
      await reply({ subject: 'Re: Re: Lamp' });
      expect([await check(), status()]).toEqual([['message'], 'In Progress']);
    });

    test('that is older than its last mail does not open it', async () => {
      await reply({}, { internalDate: desk.now() - HOUR });
      expect([await check(), status()]).toEqual([['message'], 'Closed']);
    });

    test('by somebody who is not tracked does not open it', async () => {
      await reply({ from: 'carl@else.example' });
      expect([await check(), status()]).toEqual([[], 'Closed']);
    });

    test('costs no more than 14 calls to the sheet where the case is not closed', async () => {
      desk.edit('Cases', 'G2', 'Open');
      await reply();
      const check = await desk.execute('checkMail');
      expect(check.count('spreadsheet.') - check.count('spreadsheet.flush')).toBeLessThanOrEqual(14);
    });
  });

  testLong('opens it once, and the bell says so, wherever a check ends', async () => {
    for (let call = 1; ; call += 2) {
      desk = await startClosed({ reopenOnReply: true });
      await reply();
      const fault = { call, kind: 'kill after', writes: (call >> 1) % 2 ? 'applied' : 'lost' } as const;
      const { hasFaultFired } = await desk.execute('checkMail', [], { fault });
      await checkUntilIdle(desk);
      const bell = kindsIn(await desk.run('getBell'));
      expect([call, status(), bell]).toEqual([call, 'Open', ['reopened']]);
      if (!hasFaultFired) break;
      await desk.close();
    }
  });

  testLong('does not open it a second time where the owner has closed it after a check died', async () => {
    let closed = 0;
    for (let call = 1; ; call += 3) {
      desk = await startClosed({ reopenOnReply: true });
      await reply();
      const fault = { call, kind: 'kill after', writes: 'applied' } as const;
      const { hasFaultFired } = await desk.execute('checkMail', [], { fault });
      const wasOpened = status() === 'Open';
      if (wasOpened) {
        await desk.run('updateCase', 'CASE-0001', { status: 'Closed' });
        closed++;
      }
      await checkUntilIdle(desk);
      expect([call, status()]).toEqual([call, wasOpened ? 'Closed' : 'Open']);
      if (!hasFaultFired) break;
      await desk.close();
    }
    expect(closed).toBeGreaterThan(3);
  });
});
