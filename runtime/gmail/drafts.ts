import { notFound } from '../rest/google-error';
import { deleteMessage } from './change';
import { insertMessage } from './insert';
import { findMessage, getMessage, type MessageRow } from './read';
import type { Mailbox } from './tables';

/** A draft keeps its id, while each change gives it a new message. */
export type Draft = { id: string; message: MessageRow };

export function createDraft(mailbox: Mailbox, raw: Uint8Array, threadId?: string): Draft {
  const message = insertDraftMessage(mailbox, raw, threadId);
  const id = toDraftId(message.id);
  mailbox.store.prepare('insert into gmail_drafts values (?, ?)').run(id, message.id);
  return { id, message };
}

/** The newest first. */
export function listDrafts({ store }: Mailbox): string[] {
  const sql = `select d.id from gmail_drafts d join gmail_messages m on m.id = d.message
    order by m.internal_date desc, m.row desc`;
  return (store.prepare(sql).all() as { id: string }[]).map(({ id }) => id);
}

/** @throws GoogleError 404 for a draft that does not exist, or no longer */
export function getDraft(mailbox: Mailbox, id: string): Draft {
  const sql = 'select message from gmail_drafts where id = ?';
  const row = mailbox.store.prepare(sql).get(id) as { message: string } | undefined;
  const message = row && findMessage(mailbox, row.message);
  if (!message) throw notFound();
  return { id, message };
}

export function updateDraft(mailbox: Mailbox, id: string, raw: Uint8Array): Draft {
  const { message: before } = getDraft(mailbox, id);
  const message = insertDraftMessage(mailbox, raw, before.thread_id);
  mailbox.store.prepare('update gmail_drafts set message = ? where id = ?').run(message.id, id);
  deleteMessage(mailbox, before);
  return { id, message };
}

export function deleteDraft(mailbox: Mailbox, id: string): void {
  const { message } = getDraft(mailbox, id);
  mailbox.store.prepare('delete from gmail_drafts where id = ?').run(id);
  deleteMessage(mailbox, message);
}

function insertDraftMessage(mailbox: Mailbox, raw: Uint8Array, threadId: string | undefined): MessageRow {
  const { id } = insertMessage(mailbox, raw, { labelIds: ['DRAFT'], threadId });
  return getMessage(mailbox, id);
}

/** The letter r and digits, as in Gmail. */
function toDraftId(messageId: string): string {
  return `r${BigInt(`0x${messageId}`)}`;
}
