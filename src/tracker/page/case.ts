import * as v from 'valibot';
import { digest } from '../../platform/platform';
import { UserError } from '../../platform/user-error';
import { find, findAll, updateRow, writeAll } from '../../tables/tables';
import type { StoredAttachment } from '../mail/attachments';
import { CASES, type Case, MESSAGES, type Message } from '../tables';
import {
  type AttachmentView,
  type CaseView,
  type Conflict,
  type Edited,
  type Refused,
  toIso,
  type Updated,
} from './answers';
import { answer, CaseNumberInput, input, maxText, optional, parse, quote, StatusInput } from './input';

const UpdateInput = input('updateCase', {
  issue: optional(maxText('issue', 10_000)),
  status: optional(StatusInput),
  notes: optional(maxText('notes', 200_000)),
  version: optional(v.string(({ input: given }) => `version must be text (got ${quote(given)})`)),
});

type Update = v.InferOutput<typeof UpdateInput>;

/** Interface section 4.1: a case with its whole conversation. */
export function getCase(given: unknown): CaseView | Refused {
  return answer(() => {
    const caseNumber = parse(CaseNumberInput, given);
    const row = find(CASES, caseNumber);
    if (!row) throw new UserError(`There is no case ${caseNumber}`);
    return toView(row, findAll(MESSAGES, 'caseNumber', [caseNumber]));
  });
}

/**
 * Interface sections 3 and 4.1. What is left out stays as it is. With a `version`, the case is updated only where it
 * still has that version.
 */
export function updateCase(caseNumber: unknown, given: unknown): Updated | Refused | Conflict {
  return answer(() => {
    const id = parse(CaseNumberInput, caseNumber);
    const update = parse(UpdateInput, given);
    if ([update.issue, update.status, update.notes].every((value) => value == null))
      throw new UserError('updateCase requires at least one of issue, status, notes');
    return save(id, update);
  });
}

function toView(row: Case, rows: readonly Message[]): CaseView {
  const { received, updatedAt, ...texts } = row;
  const time = ({ date }: Message) => date.getTime() || 0;
  const oldestFirst = [...rows].sort((a, b) => time(a) - time(b) || (a.messageId < b.messageId ? -1 : 1));
  const messages = oldestFirst.map(({ messageId, from, date, subject, body, attachments }) => {
    const files = attachments.map(toAttachmentView);
    return { messageId, from, date: toIso(date), subject, body, attachments: files };
  });
  return {
    ...texts,
    received: toIso(received),
    updatedAt: toIso(updatedAt),
    version: versionOf(row),
    messages,
  };
}

/** The link follows from the id, so Drive is not called. */
function toAttachmentView({ name, size, driveId, error }: StoredAttachment): AttachmentView {
  if (driveId === null) return { name, size, driveUrl: null, ...(error ? { error } : {}) };
  return { name, size, driveUrl: `https://drive.google.com/file/d/${encodeURIComponent(driveId)}/view` };
}

function save(caseNumber: string, { version, ...edits }: Update): Updated | Conflict {
  // The cell stores seconds.
  const updatedAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  let result: Updated | Conflict | undefined;
  const patch = (row: Case): Partial<Case> => {
    if (version && version !== versionOf(row)) {
      result = toConflict(row);
      return {};
    }
    // All three, changed or not: their cells are next to updatedAt, so that a single write is enough.
    const edited: Edited = {
      issue: edits.issue ?? row.issue,
      status: edits.status ?? row.status,
      notes: edits.notes ?? row.notes,
    };
    result = { ok: true, caseNumber, updatedAt: updatedAt.toISOString(), version: versionOf(edited) };
    return { ...edited, updatedAt };
  };
  writeAll(updateRow(CASES, caseNumber, patch));
  if (!result) throw new Error(`The patch of ${caseNumber} was not applied.`);
  return result;
}

function toConflict({ caseNumber, issue, status, notes }: Case): Conflict {
  const newer: Edited = { issue, status, notes };
  return {
    ok: false,
    error: `${caseNumber} has changed since you read it. Nothing was saved`,
    newer: { ...newer, version: versionOf(newer) },
  };
}

/** A text that changes with every edit of the owner, and not with new mail. */
function versionOf({ issue, status, notes }: Edited): string {
  return digest(JSON.stringify([issue, status, notes]), 16);
}
