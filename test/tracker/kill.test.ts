import type { Fault } from '../../local/runtime/faults';
import { type Desk, startDesk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

/** Two new threads, one of them with a reply and a file, and a reply to a case that stands. */
async function deskWithMail(): Promise<Desk> {
  const desk = await startDesk();
  await desk.setUp();
  await desk.run('saveSettings', { senders: [ANNA], emailAlerts: true });
  await desk.deliver(await compose({ messageId: '<old@customer.example>', subject: 'Old' }));
  await desk.run('checkMail');
  const files = [
    { filename: 'a.txt', content: 'one' },
    { filename: 'b.txt', content: 'two' },
  ];
  await desk.deliver(
    await compose({ messageId: '<1@customer.example>', subject: 'Lamp', attachments: files }),
  );
  await desk.deliver(await compose({ subject: 'Chair' }));
  await desk.deliver(await reply('<1@customer.example>', 'Re: Lamp'));
  await desk.deliver(await reply('<old@customer.example>', 'Re: Old'));
  return desk;
}

function reply(to: string, subject: string): Promise<Buffer> {
  return compose({ subject, inReplyTo: to, references: to });
}

/** All that the owner can see of a desk; ids differ from desk to desk, so files and threads go by their names. */
function stateOf(desk: Desk): unknown {
  const names = new Map(desk.google.files().map(({ id, name }) => [id, name]));
  const threads = new Map(
    desk.google.messages().map(({ threadId, subject }) => [threadId, subject.replace('Re: ', '')]),
  );
  const ids = new Map(desk.google.messages().map(({ id, subject }) => [id, subject]));
  const named = (text: unknown) =>
    String(text).replace(/"driveId":"([^"]+)"/g, (_, id) => `"driveId":"${names.get(id)}"`);
  return {
    cases: desk.rows('Cases').map(({ threadId, received, updatedAt, ...row }) => ({
      ...row,
      thread: threads.get(String(threadId)),
      isRefreshed: received !== updatedAt,
    })),
    messages: desk.rows('Messages').map(({ messageId, date, attachments, ...row }) => ({
      ...row,
      mail: ids.get(String(messageId)),
      attachments: named(attachments),
    })),
    settings: desk.rows('Settings').filter(({ key }) => key !== 'lastHistoryId'),
    files: [...names.values()].sort(),
    alerts: desk
      .sent()
      .map(({ subject }) => subject)
      .sort(),
  };
}

const ENDINGS: Omit<Fault, 'call'>[] = [
  { kind: 'kill before', writes: 'lost' },
  { kind: 'kill after', writes: 'lost' },
  { kind: 'kill after', writes: 'applied' },
  {
    kind: 'throw',
    message:
      'Service invoked too many times in a short time: exec qps. Try Utilities.sleep(1000) between calls.',
  },
];

describe('a check that ends at any of its service calls', () => {
  let undisturbed: unknown;
  let calls: number;
  beforeAll(async () => {
    const desk = await deskWithMail();
    calls = (await desk.execute('checkMail')).calls.length;
    undisturbed = stateOf(desk);
    await desk.close();
  });

  test.each(ENDINGS)(
    'leaves the next ones to bring about the same: $kind, writes $writes',
    async (ending) => {
      for (let call = 1; call <= calls; call++) {
        const desk = await deskWithMail();
        await desk.execute('checkMail', [], { fault: { ...ending, call } });
        await desk.run('checkMail');
        await desk.run('checkMail');
        const state = stateOf(desk);
        await desk.close();
        expect({ call, state }).toEqual({ call, state: undisturbed });
      }
    },
    60_000,
  );
});
