import type { Store } from '../store';
import type { Mail } from './calls';

/** A mail that a script sent. */
export interface SentMail extends Omit<Mail, 'attachments'> {
  /** Epoch ms. */
  at: number;
  script: string;
  attachments: string[];
}

const MAX_MAILS = 500;

/** The mails that scripts sent, in this process and in earlier ones. */
export class SentFolder {
  /** The newest last; older ones are forgotten. */
  readonly mail: SentMail[];
  private readonly insert: ReturnType<Store['prepare']>;
  private readonly forget: ReturnType<Store['prepare']>;

  constructor(store: Store) {
    store.exec('create table if not exists sent_mail (id integer primary key autoincrement, mail text)');
    this.insert = store.prepare('insert into sent_mail (mail) values (?)');
    this.forget = store.prepare('delete from sent_mail where id <= ?');
    const rows = store.prepare('select mail from sent_mail order by id').all() as { mail: string }[];
    this.mail = rows.map(({ mail }) => JSON.parse(mail) as SentMail);
  }

  add(mail: SentMail): void {
    const { lastInsertRowid } = this.insert.run(JSON.stringify(mail));
    this.forget.run(Number(lastInsertRowid) - MAX_MAILS);
    this.mail.push(mail);
    if (this.mail.length > MAX_MAILS) this.mail.shift();
  }
}
