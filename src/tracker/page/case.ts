import * as v from 'valibot';
import { digest } from '../../platform/platform';
import { UserError } from '../../platform/user-error';
import { find, findAll, select, updateRow, updateRows, writeAll } from '../../tables/tables';
import type { StoredAttachment } from '../mail/attachments';
import { CASES, type Case, MESSAGES, type Message } from '../tables';
import {
  type AttachmentView,
  type CaseView,
  type Conflict,
  type Edited,
  type Refused,
  type SeenMarked,
  toIso,
  type Updated,
  type UpdatedCases,
} from './answers';
import { invalidateBell } from './bell';
import {
  answer,
  CaseNumberInput,
  day,
  dayExpected,
  InputError,
  input,
  manyCases,
  maxText,
  optional,
  parse,
  quote,
  StatusInput,
  wholeNumber,
} from './input';

const UpdateInput = input('updateCase', {
  issue: optional(maxText('issue', 10_000)),
  status: optional(StatusInput),
  notes: optional(maxText('notes', 200_000)),
  version: optional(v.string(({ input: given }) => `version must be text (got ${quote(given)})`)),
});

const UpdateManyInput = input('updateCases', {
  status: optional(StatusInput),
  due: optional(v.union([v.literal(''), day('due')], dayExpected('due'))),
});

/** Of cases that are read at once: each may have a long conversation. */
const MAX_READ = 10;
const MAX_UPDATED = 500;

type Update = v.InferOutput<typeof UpdateInput>;

/** Interface section 4.1: a case with its whole conversation. */
export function getCase(given: unknown): CaseView | Refused {
  return answer(() => {
    const caseNumber = parse(CaseNumberInput, given);
    const row = find(CASES, caseNumber);
    return row ? toView(row, findAll(MESSAGES, 'caseNumber', [caseNumber])) : notFound(caseNumber);
  });
}

/** Of several cases at once what getCase answers of each, in the order of the numbers. */
export function getCases(given: unknown): (CaseView | Refused)[] | Refused {
  return answer(() => {
    const caseNumbers = parse(manyCases('getCases', MAX_READ), given);
    const rows = new Map(findAll(CASES, 'caseNumber', caseNumbers).map((row) => [row.caseNumber, row]));
    const messages = findAll(MESSAGES, 'caseNumber', [...rows.keys()]);
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

/**
 * Sets the status or the due date of several cases at once, of all or of none; '' takes a due date away. What an owner has
 * typed into the fields of a case meanwhile stays.
 */
export function updateCases(caseNumbers: unknown, given: unknown): UpdatedCases | Refused {
  return answer(() => {
    const numbers = parse(manyCases('updateCases', MAX_UPDATED), caseNumbers);
    const { status, due } = parse(UpdateManyInput, given);
    if (status == null && due == null)
      throw new UserError('updateCases requires at least one of status, due');
    const rows = new Set(select(CASES, ['caseNumber']).map(({ caseNumber }) => caseNumber));
    const missing = numbers.find((number) => !rows.has(number));
    if (missing) throw new InputError(`There is no case ${missing}`, { value: missing });
    const updatedAt = nowInSeconds();
    const patch = { ...(status == null ? {} : { status }), ...(due == null ? {} : { due }), updatedAt };
    const updated = new Map<string, Case>();
    const change = (row: Case) => {
      updated.set(row.caseNumber, { ...row, ...patch });
      return patch;
    };
    writeAll(updateRows(CASES, new Map(numbers.map((number) => [number, change]))));
    invalidateBell();
    const cases = [...updated.values()].map((row) => ({
      caseNumber: row.caseNumber,
      status: row.status,
      due: row.due,
      version: versionOf(row),
    }));
    return { ok: true, updatedAt: updatedAt.toISOString(), cases };
  });
}

/** Stores how many messages of the case the owner has seen: all of them, or fewer to mark it as new again. */
export function markSeen(caseNumber: unknown, given: unknown): SeenMarked | Refused {
  return answer(() => {
    const id = parse(CaseNumberInput, caseNumber);
    const seen = parse(wholeNumber('seen', 0), given);
    writeAll(updateRow(CASES, id, () => ({ seen })));
    invalidateBell();
    return { ok: true, caseNumber: id, seen };
  });
}

function notFound(caseNumber: string): Refused {
  return { ok: false, error: `There is no case ${caseNumber}` };
}

function toView(row: Case, rows: readonly Message[]): CaseView {
  const { received, updatedAt, lastMailAt, seen, ...texts } = row;
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
    seen: seen ?? messages.length,
    lastMailAt: toIso(lastMailAt) ?? toIso(received),
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
  const updatedAt = nowInSeconds();
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
  invalidateBell();
  if (!result) throw new Error(`The patch of ${caseNumber} was not applied.`);
  return result;
}

/** What the cell stores. */
function nowInSeconds(): Date {
  return new Date(Math.floor(Date.now() / 1_000) * 1_000);
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
