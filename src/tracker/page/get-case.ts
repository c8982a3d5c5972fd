import { digest } from '../../platform/platform';
import { UserError } from '../../platform/user-error';
import { find, findAll } from '../../tables/tables';
import type { StoredAttachment } from '../mail/attachments';
import { CASES, type Case, MESSAGES, type Message } from '../tables';
import {
  type AttachmentView,
  type CaseView,
  type Edited,
  type MessageView,
  type Refused,
  toIso,
} from './answers';
import { answer, CaseNumberInput, parse } from './input';

/** Interface section 4.1: a case with its whole conversation. */
export function getCase(given: unknown): CaseView | Refused {
  return answer(() => {
    const caseNumber = parse(CaseNumberInput, given);
    const row = find(CASES, caseNumber);
    if (!row) throw new UserError(`There is no case ${caseNumber}`);
    return toView(row, findAll(MESSAGES, 'caseNumber', [caseNumber]));
  });
}

/** A text that changes with every edit of the owner, and not with new mail. */
export function versionOf({ issue, status, notes }: Edited): string {
  return digest(JSON.stringify([issue, status, notes]), 16);
}

function toView(row: Case, messages: readonly Message[]): CaseView {
  const { received, updatedAt, ...texts } = row;
  return {
    ...texts,
    received: toIso(received),
    updatedAt: toIso(updatedAt),
    version: versionOf(row),
    messages: [...messages].sort(byDate).map(toMessageView),
  };
}

function byDate(a: Message, b: Message): number {
  return (a.date.getTime() || 0) - (b.date.getTime() || 0) || (a.messageId < b.messageId ? -1 : 1);
}

function toMessageView({ messageId, from, date, subject, body, attachments }: Message): MessageView {
  return {
    messageId,
    from,
    date: toIso(date),
    subject,
    body,
    attachments: attachments.map(toAttachmentView),
  };
}

/** The link follows from the id, so Drive is not called. */
function toAttachmentView({ name, size, driveId, error }: StoredAttachment): AttachmentView {
  if (driveId === null) return { name, size, driveUrl: null, ...(error ? { error } : {}) };
  return { name, size, driveUrl: `https://drive.google.com/file/d/${encodeURIComponent(driveId)}/view` };
}
