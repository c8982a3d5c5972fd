import { UserError } from '../../platform/user-error';
import { find, findAll } from '../../tables/tables';
import type { StoredAttachment } from '../mail/attachments';
import { CASES, type Case, MESSAGES, type Message } from '../tables';
import type { AttachmentView, CaseView, Edited, MessageView, Refused } from './answers';
import { answer, CaseNumberInput, parse } from './input';
import { toIso } from './list-cases';

const LENGTH = 16;

/** Interface section 4.1: a case with its whole conversation. */
export function getCase(given: unknown): CaseView | Refused {
  return answer(() => {
    const wanted = parse(CaseNumberInput, given);
    const row = find(CASES, wanted);
    if (!row) throw new UserError(`There is no case ${wanted}`);
    return toView(row, findAll(MESSAGES, 'caseNumber', [wanted]));
  });
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

/** The link follows from the id, so no file is asked for. */
function toAttachmentView({ name, size, driveId, error }: StoredAttachment): AttachmentView {
  if (driveId === null) return { name, size, driveUrl: null, ...(error ? { error } : {}) };
  return { name, size, driveUrl: `https://drive.google.com/file/d/${encodeURIComponent(driveId)}/view` };
}

/** What the owner can edit, as one short text: another one after every change, the same after new mail. */
export function versionOf({ issue, status, notes }: Edited): string {
  const text = JSON.stringify([issue, status, notes]);
  const digest = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8);
  return Utilities.base64EncodeWebSafe(digest).slice(0, LENGTH);
}
