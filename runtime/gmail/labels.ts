import { GoogleError, invalidArgument, notFound } from '../rest/google-error';
import { changeLabels } from './change';
import { getMessage } from './read';
import type { Mailbox } from './tables';

export const SYSTEM_LABELS: readonly string[] = [
  'INBOX',
  'SENT',
  'DRAFT',
  'SPAM',
  'TRASH',
  'UNREAD',
  'STARRED',
  'IMPORTANT',
  'CATEGORY_PERSONAL',
  'CATEGORY_SOCIAL',
  'CATEGORY_PROMOTIONS',
  'CATEGORY_UPDATES',
  'CATEGORY_FORUMS',
];

export type Label = { id: string; name: string; type: 'system' | 'user' };

/** System labels, the owner's labels, and those that delivered messages came with. */
export function listLabels({ store }: Mailbox): { labels: Label[] } {
  const own = store
    .prepare(
      `select 'Label_' || number as id, name from gmail_own_labels
       union select label, label from gmail_labels
         where label not in (select 'Label_' || number from gmail_own_labels) order by name`,
    )
    .all() as { id: string; name: string }[];
  const users = own.filter(({ id }) => !SYSTEM_LABELS.includes(id));
  return {
    labels: [
      ...SYSTEM_LABELS.map((id) => ({ id, name: id, type: 'system' as const })),
      ...users.map((label) => ({ ...label, type: 'user' as const })),
    ],
  };
}

export function getLabel(mailbox: Mailbox, id: string): Label {
  const label = listLabels(mailbox).labels.find((one) => one.id === id);
  if (!label) throw notFound();
  return label;
}

export function createLabel(mailbox: Mailbox, name: string): Label {
  if (name === '' || SYSTEM_LABELS.includes(name.toUpperCase())) throw invalidArgument('Invalid label name');
  const isTaken = listLabels(mailbox).labels.some((one) => one.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw new GoogleError(409, 'aborted', 'Label name exists or conflicts');
  const { lastInsertRowid } = mailbox.store
    .prepare('insert into gmail_own_labels (name) values (?)')
    .run(name);
  return { id: `Label_${lastInsertRowid}`, name, type: 'user' };
}

/** Takes the label from every message, and then it is gone. */
export function deleteLabel(mailbox: Mailbox, id: string): void {
  if (getLabel(mailbox, id).type === 'system') throw notFound();
  const tagged = mailbox.store
    .prepare('select m.id from gmail_labels l join gmail_messages m on m.row = l.message where l.label = ?')
    .all(id) as { id: string }[];
  const messages = tagged.map((one) => getMessage(mailbox, one.id));
  changeLabels(mailbox, messages, { add: [], remove: [id] });
  mailbox.store.prepare("delete from gmail_own_labels where 'Label_' || number = ?").run(id);
}

/** @throws GoogleError for the first label that does not exist */
export function assertLabels(mailbox: Mailbox, labelIds: readonly string[]): void {
  const others = labelIds.filter((id) => !SYSTEM_LABELS.includes(id));
  if (others.length === 0) return;
  const known = new Set(listLabels(mailbox).labels.map(({ id }) => id));
  const unknown = others.find((id) => !known.has(id));
  if (unknown !== undefined) throw invalidArgument(`Invalid label: ${unknown}`);
}

/** Tells if so few messages have the label that looking them up is faster than a scan. */
export function isRareLabel({ store }: Mailbox, labelId: string): boolean {
  const sql = 'select count(*) as count from (select 1 from gmail_labels where label = ? limit 2000)';
  return (store.prepare(sql).get(labelId) as { count: number }).count < 2000;
}
