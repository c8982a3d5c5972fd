import { find, findAll } from '../../tables/tables';
import { type AttachmentView, type CaseView, type Refused, toIso } from '../case/answers';
import { withWholeTexts } from '../case/long-mail';
import { CASES, type Case, MESSAGES, type Message } from '../case/tables';
import type { StoredAttachment } from '../mail/attachments';
import { writerOf } from '../mail/people';
import { waitingOf } from './case-list';
import { answer, CaseNumberInput, manyCases, parse, unknownCase } from './input';
import { versionOf } from './update';

/** Number of cases that are read at once: each may have a long conversation. */
const MAX_READ = 10;

/** Interface section 4.1: a case with its whole conversation. */
export function getCase(given: unknown): CaseView | Refused {
  return answer(() => {
    const caseNumber = parse(CaseNumberInput, given);
    const row = find(CASES, caseNumber);
    return row ? toView(row, findMessages([caseNumber])) : notFound(caseNumber);
  });
}

/** Answers for several cases at once what getCase does for each, in the order of the numbers. */
export function getCases(given: unknown): (CaseView | Refused)[] | Refused {
  return answer(() => {
    const caseNumbers = parse(manyCases('getCases', MAX_READ), given);
    const rows = new Map(findAll(CASES, 'caseNumber', caseNumbers).map((row) => [row.caseNumber, row]));
    const messages = findMessages([...rows.keys()]);
    return caseNumbers.map((caseNumber) => {
      const row = rows.get(caseNumber);
      if (!row) return notFound(caseNumber);
      return toView(
        row,
        messages.filter((message) => message.caseNumber === caseNumber),
      );
    });
  });
}

export function notFound(caseNumber: string): Refused {
  return { ok: false, error: unknownCase(caseNumber) };
}

function findMessages(caseNumbers: readonly string[]): Message[] {
  return withWholeTexts(findAll(MESSAGES, 'caseNumber', caseNumbers));
}

function toView(row: Case, rows: readonly Message[]): CaseView {
  const { received, updatedAt, lastMailAt, repliedAt, closedAt, firstReplyAt: _, seen, ...texts } = row;
  const time = ({ date }: Message) => date.getTime() || 0;
  const oldestFirst = [...rows].sort((a, b) => time(a) - time(b) || (a.messageId < b.messageId ? -1 : 1));
  const messages = oldestFirst.map(({ caseNumber, date, attachments, ...message }) => {
    const files = attachments.map(toAttachmentView);
    return { ...message, writer: writerOf(message), date: toIso(date), attachments: files };
  });
  const { waitingFor, waitingSince } = waitingOf(row, messages.length);
  return {
    ...texts,
    received: toIso(received),
    updatedAt: toIso(updatedAt),
    seen: seen ?? messages.length,
    lastMailAt: toIso(lastMailAt) ?? toIso(received),
    repliedAt: toIso(repliedAt),
    closedAt: toIso(closedAt),
    waitingFor,
    waitingSince: waitingSince && toIso(waitingSince),
    version: versionOf(row),
    messages,
  };
}

/** The link follows from the id, so Drive is not called. */
function toAttachmentView({ name, size, driveId, error }: StoredAttachment): AttachmentView {
  if (driveId === null) return { name, size, driveUrl: null, ...(error ? { error } : {}) };
  return { name, size, driveUrl: `https://drive.google.com/file/d/${encodeURIComponent(driveId)}/view` };
}
