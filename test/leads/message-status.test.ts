import type { Fault } from '../../runtime/execution/faults';
import { extent, testLong } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import type { LeadDesk } from './lead-desk';
import type { Step } from './script';
import { useTwilio } from './texting-desk';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

type Message = { status: string; error: string | null };

describe('a message without a delivery report', () => {
  let desk: LeadDesk;
  const twilio = useTwilio(
    (started) => {
      desk = started;
    },
    ['call', 'POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001' } }],
  );
  beforeEach(async () => {
    await desk.runAll(sending('hello'), ['deliver']);
  });

  const sending = (body: string): Step => [
    'call',
    'POST /v1/messaging/messages',
    { body: { leadId: 'L-1', body } },
  ];
  const message = () => (JSON.parse(String(desk.rows('Leads')[0]?.thread)) as Message[])[0];
  const become = (status: string, error_code?: number) =>
    Object.assign(twilio.sent[0] ?? {}, { status, error_code });
  /** As the timer would, but for the minutes in which nothing is due. */
  async function pass(...steps: readonly number[]): Promise<void> {
    for (const step of steps) {
      await desk.realm.scheduler.advance(step);
      await desk.run('deliver');
    }
  }

  test('is looked up after five minutes', async () => {
    become('delivered');
    await pass(4 * MINUTE);
    expect(message()).toMatchObject({ status: 'sending' });
    await pass(2 * MINUTE);
    expect(message()).toMatchObject({ status: 'delivered', error: null });
    expect(twilio.lookups).toEqual(['/2010-04-01/Accounts/AC1/Messages/SM1.json']);
    expect(desk.rows('Outbox')).toEqual([]);
  });

  test('is looked up ever more rarely, and not after a day', async () => {
    become('sent');
    const lookups: number[] = [];
    // Each waits for twice the age that the message has by then.
    for (let wait = 6 * MINUTE; wait < extent({ usual: 60 * MINUTE, long: DAY }); wait *= 4) {
      await pass(wait, MINUTE);
      lookups.push(twilio.lookups.length);
    }
    expect(lookups).toEqual(lookups.map((_, index) => index + 1));
    await pass(DAY, DAY);
    expect(message()).toMatchObject({ status: 'sent' });
    expect(twilio.lookups).toHaveLength(lookups.length + 1);
    expect(desk.rows('Outbox')).toEqual([]);
    expect(twilio.sent).toHaveLength(1);
  });

  test('says why it did not arrive', async () => {
    become('undelivered', 30_003);
    await pass(6 * MINUTE);
    expect(message()).toMatchObject({ status: 'undelivered', error: 'Twilio error 30003.' });
  });

  test('is looked up again after an error of Twilio', async () => {
    become('delivered');
    twilio.lookupTrouble = 503;
    await pass(6 * MINUTE);
    expect(message()).toMatchObject({ status: 'sending' });
    expect(desk.rows('Outbox')).toMatchObject([{ error: expect.stringContaining('503') }]);
    twilio.lookupTrouble = undefined;
    await pass(15 * MINUTE);
    expect(message()).toMatchObject({ status: 'delivered' });
  });

  test('stays as it is if Twilio no longer has it, or is no longer asked', async () => {
    twilio.sent.length = 0;
    await pass(6 * MINUTE);
    expect([message(), desk.rows('Outbox')]).toMatchObject([{ status: 'sending' }, []]);
    await desk.runAll(sending('again'), ['deliver'], ['enterKeys', { twilioNumber: '' }]);
    await pass(6 * MINUTE);
    expect(desk.rows('Outbox')).toEqual([]);
  });

  testLong('is looked up, whichever call the timer is killed at', async () => {
    become('delivered');
    await desk.realm.scheduler.advance(6 * MINUTE);
    await desk.run('deliver');
    await withKillAtCalls(5, async ({ call, n }) => {
      await desk.runAll(sending(`${n}`), ['deliver']);
      Object.assign(twilio.sent.at(-1) ?? {}, { status: 'delivered' });
      await desk.realm.scheduler.advance(6 * MINUTE);
      const fault: Fault = { call, kind: 'kill after', writes: 'lost' };
      const ended = await desk.execute('deliver', [], { fault });
      await pass(10 * MINUTE, 30 * MINUTE);
      const { body } = await desk.call<{ data: Message[] }>('GET /v1/messaging/threads/L-1');
      expect([call, body.data.filter(({ status }) => status !== 'delivered')]).toEqual([call, []]);
      expect([call, twilio.sent.length, desk.rows('Outbox')]).toEqual([call, n + 1, []]);
      return ended;
    });
  });
});
