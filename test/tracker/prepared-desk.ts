import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openStore } from '../../local/store';
import { type Desk, startDesk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';

/** What the next check finds, all of it a tracked sender's mail. */
const SCENES = {
  /** Two new threads, one of them with a reply and files, and a reply to a case that stands. */
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
  /** No check was ever made: it has to search. */
  async first(desk: Desk) {
    await deliverOld(desk);
    await deliverNew(desk);
  },
};

export type Scene = keyof typeof SCENES;

/** A desk that was prepared once, and as many copies of it as are asked for: the same ids, the same times. */
export class PreparedDesk {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-'));
  private readonly original = path.join(this.folder, 'original.db');
  private copies = 0;

  static async of(scene: Scene): Promise<PreparedDesk> {
    const prepared = new PreparedDesk();
    const desk = await startDesk(openStore(prepared.original));
    await desk.setUp();
    await desk.run('saveSettings', { senders: [ANNA], emailAlerts: true });
    await SCENES[scene](desk);
    desk.store.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await desk.close();
    return prepared;
  }

  /** Does the work on a copy of its own. */
  async use<R>(work: (desk: Desk) => Promise<R>): Promise<R> {
    const copy = path.join(this.folder, `${this.copies++}.db`);
    copyFileSync(this.original, copy);
    const desk = await startDesk(openStore(copy));
    try {
      return await work(desk);
    } finally {
      await desk.close();
      rmSync(copy);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
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
