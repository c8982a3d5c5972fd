import { type Desk, START, startPreparedDesk, track } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

/** What the next check finds, all of it a tracked sender's mail. */
const SCENES = {
  /** Two new threads, one of them with a reply and files, and a reply to an existing case. */
  async mixed(desk: Desk) {
    await deliverOld(desk);
    await desk.run('checkMail');
    await deliverNew(desk);
    await deliverReply(desk);
  },
  async reply(desk: Desk) {
    await deliverOld(desk);
    await desk.run('checkMail');
    await deliverReply(desk);
  },
  /** A closed case gets a reply that opens it again, another one its first message. */
  async earlier(desk: Desk) {
    await deliverOld(desk);
    const first = { messageId: '<first@customer.example>', subject: 'Door' };
    const { threadId } = await desk.deliver(await compose(first));
    await desk.run('checkMail');
    await desk.run('saveSettings', { reopenOnReply: true });
    await desk.run('updateCase', 'CASE-0001', { status: 'Closed' });
    await deliverReply(desk);
    await desk.deliver(await compose({ subject: 'A door' }), { threadId, internalDate: START });
  },
  /** No check was ever made: it has to search. */
  async first(desk: Desk) {
    await deliverOld(desk);
    await deliverNew(desk);
  },
};

export type Scene = keyof typeof SCENES;

/** Does the work on a desk of its own before that check: the same ids, the same times for everybody. */
export async function inScene<R>(scene: Scene, work: (desk: Desk) => Promise<R>): Promise<R> {
  const desk = await startPreparedDesk(`scene ${scene}`, async (original) => {
    await original.setUp();
    await original.run('saveSettings', { senders: [ANNA], emailAlerts: true });
    await SCENES[scene](original);
  });
  try {
    return await work(desk);
  } finally {
    await desk.close();
  }
}

/** The Message-ID of the only mail of a desk with a case. */
export const FIRST = '<1@customer.example>';

/** A desk that tracks these senders, and has taken in one mail. */
export function startWithCase(settings: object = { senders: [ANNA] }): Promise<Desk> {
  return startPreparedDesk(`a case ${JSON.stringify(settings)}`, async (desk) => {
    await track(desk, settings);
    await desk.deliver(await compose({ messageId: FIRST, subject: 'Broken lamp' }));
    await desk.run('checkMail');
  });
}

async function deliverOld(desk: Desk): Promise<void> {
  await desk.deliver(await compose({ messageId: '<old@customer.example>', subject: 'Old' }));
}

async function deliverNew(desk: Desk): Promise<void> {
  const attachments = [
    { filename: 'a.txt', content: 'one' },
    { filename: 'b.txt', content: 'two' },
  ];
  await desk.deliver(await compose({ messageId: '<1@customer.example>', subject: 'Lamp', attachments }));
  await desk.deliver(await compose({ subject: 'Chair' }));
  await desk.deliver(await reply('<1@customer.example>', 'Re: Lamp'));
}

async function deliverReply(desk: Desk): Promise<void> {
  await desk.deliver(await reply('<old@customer.example>', 'Re: Old'));
}

function reply(to: string, subject: string): Promise<Buffer> {
  return compose({ subject, inReplyTo: to, references: to });
}

/** A desk that has taken in three mails an hour ago. */
export function startWithThreeCases(): Promise<Desk> {
  return startPreparedDesk('three cases', async (desk) => {
    await track(desk);
    for (const subject of ['Lamp', 'Chair', 'Table']) await desk.deliver(await compose({ subject }));
    await desk.run('checkMail');
    await desk.advance(3_600_000);
  });
}
