import * as v from 'valibot';
import { digest } from '../../platform/platform';
import { UserError } from '../../platform/user-error';
import { setInRows, updateRow, writeAll } from '../../tables/tables';
import { CASES, type Case } from '../tables';
import type { Conflict, Edited, Refused, SeenMarked, Updated, UpdatedCases } from './answers';
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

const MAX_UPDATED = 500;

/** What is needed of the cases to answer how they are now. */
const ANSWERED = ['caseNumber', 'issue', 'status', 'notes', 'due'] as const;

type Update = v.InferOutput<typeof UpdateInput>;

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
 * Sets the status or the due date of several cases at once; '' takes a due date away. Where one of them is unknown, none
 * is changed.
 */
export function updateCases(caseNumbers: unknown, given: unknown): UpdatedCases | Refused {
  return answer(() => {
    const numbers = parse(manyCases('updateCases', MAX_UPDATED), caseNumbers);
    const { status, due } = parse(UpdateManyInput, given);
    if (status == null && due == null)
      throw new UserError('updateCases requires at least one of status, due');
    const updatedAt = nowInSeconds();
    const values = { ...(status == null ? {} : { status }), ...(due == null ? {} : { due }), updatedAt };
    let cases: UpdatedCases['cases'] = [];
    const onSet = (rows: Pick<Case, (typeof ANSWERED)[number]>[]) => {
      cases = rows.map((row) => {
        return { caseNumber: row.caseNumber, status: row.status, due: row.due, version: versionOf(row) };
      });
    };
    const ids = [...new Set(numbers)];
    writeAll(setInRows(CASES, ids, { values, columns: ANSWERED, onSet, onMissing: refuse }));
    invalidateBell();
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

function refuse([missing = '']: readonly string[]): never {
  throw new InputError(`There is no case ${missing}`, { value: missing });
}

function save(caseNumber: string, { version, ...edits }: Update): Updated | Conflict {
  const updatedAt = nowInSeconds();
  let result: Updated | Conflict | undefined;
  let isInBell = false;
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
    isInBell = row.due !== '' && edited.status !== row.status;
    result = { ok: true, caseNumber, updatedAt: updatedAt.toISOString(), version: versionOf(edited) };
    return { ...edited, updatedAt };
  };
  writeAll(updateRow(CASES, caseNumber, patch));
  if (isInBell) invalidateBell();
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
export function versionOf({ issue, status, notes }: Edited): string {
  return digest(JSON.stringify([issue, status, notes]), 16);
}
