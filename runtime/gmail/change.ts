import { addHistory } from './history';
import { indexLabels, isHidden } from './index-message';
import type { MessageRow } from './read';
import type { Mailbox } from './tables';

export type LabelChange = { add: readonly string[]; remove: readonly string[] };

/** Changes the labels of all of these messages and adds the actual changes to the history. */
export function changeLabels(mailbox: Mailbox, messages: readonly MessageRow[], change: LabelChange): void {
  mailbox.store.transaction(() => {
    for (const message of messages) changeLabelsOf(mailbox, message, change);
  })();
}

/** Deletes a message permanently. Its history stays, so a client may hear of it and then find it gone. */
export function deleteMessage(mailbox: Mailbox, message: MessageRow): void {
  const labelIds = JSON.parse(message.label_ids) as string[];
  mailbox.store.transaction(() => {
    record(mailbox, message, { kind: 'messagesDeleted', labelIds, changed: [] });
    for (const sql of [
      'delete from gmail_messages where row = ?',
      'delete from gmail_contents where row = ?',
      'delete from gmail_attachments where message = ?',
      'delete from gmail_labels where message = ?',
      'delete from gmail_addresses where message = ?',
      'delete from gmail_words where rowid = ?',
    ])
      mailbox.store.prepare(sql).run(message.row);
  })();
}

function changeLabelsOf(mailbox: Mailbox, message: MessageRow, { add, remove }: LabelChange): void {
  const before = JSON.parse(message.label_ids) as string[];
  const added = add.filter((label) => !before.includes(label));
  const removed = remove.filter((label) => before.includes(label) && !add.includes(label));
  const withAdded = [...before, ...added];
  const after = withAdded.filter((label) => !removed.includes(label));
  if (added.length > 0)
    record(mailbox, message, { kind: 'labelsAdded', labelIds: withAdded, changed: added });
  if (removed.length > 0)
    record(mailbox, message, { kind: 'labelsRemoved', labelIds: after, changed: removed });
  saveLabels(mailbox, message.row, after);
}

type Change = {
  kind: 'labelsAdded' | 'labelsRemoved' | 'messagesDeleted';
  labelIds: string[];
  changed: readonly string[];
};

function record(mailbox: Mailbox, message: MessageRow, { kind, labelIds, changed }: Change): void {
  const { id, thread_id: threadId } = message;
  const historyId = addHistory(mailbox, {
    kind,
    messageId: id,
    threadId,
    labelIds,
    changedLabelIds: changed,
  });
  mailbox.store.prepare('update gmail_messages set history_id = ? where row = ?').run(historyId, message.row);
}

function saveLabels(mailbox: Mailbox, row: number, labelIds: string[]): void {
  mailbox.store.prepare('delete from gmail_labels where message = ?').run(row);
  indexLabels(mailbox, row, labelIds);
  mailbox.store
    .prepare('update gmail_messages set label_ids = ?, hidden = ? where row = ?')
    .run(JSON.stringify(labelIds), isHidden(labelIds) ? 1 : 0, row);
}
