import * as v from 'valibot';
import { digest } from '../../platform/platform';
import { quote } from '../../platform/quote';
import { UserError } from '../../platform/user-error';
import { setInRows } from '../../tables/sheet';
import { NEVER, update, writeAll } from '../../tables/tables';
import {
  type Conflict,
  EDITED,
  EDITED_FIELDS,
  type Edited,
  editedOf,
  type Refused,
  type SeenMarked,
  type Status,
  type Updated,
  type UpdatedCases,
} from '../case/answers';
import { casesChanged } from '../case/changed';
import { CASES, type Case } from '../case/tables';
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
  StatusInput,
  unknownCase,
  wholeNumber,
  withoutBlanks,
} from './input';

const EditedInput = Object.fromEntries(
  EDITED_FIELDS.map((field) => {
    const edited = EDITED[field];
    return [field, optional('lines' in edited ? maxText(field, edited.maxLength) : StatusInput)];
  }),
) as unknown as { [F in keyof Edited]: v.GenericSchema<unknown, Edited[F] | null | undefined> };

const UpdateInput = input('updateCase', {
  ...EditedInput,
  version: optional(v.string(({ input: given }) => `version must be text (got ${quote(given)})`)),
});

const UpdateManyInput = input('updateCases', {
  status: optional(StatusInput),
  due: optional(v.union([v.literal(''), day('due')], dayExpected('due'))),
});

const MAX_UPDATED = 500;

/** Columns needed to answer how the cases are now. */
const ANSWERED = ['caseNumber', 'due', ...EDITED_FIELDS] as const;

type Update = v.InferOutput<typeof UpdateInput>;

/**
 * Interface sections 3 and 4.1. What is left out stays as it is. With a `version`, the case is updated only where it
 * still has that version, or is already as asked: a call that is made twice has no conflict with itself.
 */
export function updateCase(caseNumber: unknown, given: unknown): Updated | Refused | Conflict {
  return answer(() => {
    const id = parse(CaseNumberInput, caseNumber);
    const update = parse(UpdateInput, given);
    if (EDITED_FIELDS.every((field) => update[field] == null))
      throw new UserError(`updateCase requires at least one of ${EDITED_FIELDS.join(', ')}`);
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
    const closed = status == null ? {} : { status, ...closing(status, updatedAt) };
    const values = { ...closed, ...(due == null ? {} : { due }), updatedAt };
    const cases: UpdatedCases['cases'] = [];
    const onSet = (rows: Pick<Case, (typeof ANSWERED)[number]>[]) => {
      for (const row of rows)
        cases.push({ caseNumber: row.caseNumber, status: row.status, due: row.due, version: versionOf(row) });
    };
    const ids = [...new Set(numbers)];
    writeAll(setInRows(CASES, ids, { values, columns: ANSWERED, onSet, onMissing: refuse }));
    casesChanged();
    invalidateBell();
    return { ok: true, updatedAt: updatedAt.toISOString(), cases };
  });
}

/** Stores how many messages of the case the owner has seen: all of them, or fewer to mark it as new again. */
export function markSeen(caseNumber: unknown, given: unknown): SeenMarked | Refused {
  return answer(() => {
    const id = parse(CaseNumberInput, caseNumber);
    const seen = parse(wholeNumber('seen', 0), given);
    if (!update(CASES, id, () => ({ seen }))) throw new UserError(unknownCase(id));
    invalidateBell();
    return { ok: true, caseNumber: id, seen };
  });
}

function refuse([missing = '']: readonly string[]): never {
  throw new InputError(unknownCase(missing), { value: missing });
}

function save(caseNumber: string, { version, ...edits }: Update): Updated | Conflict {
  const updatedAt = nowInSeconds();
  let result: Updated | Conflict | undefined;
  let isInBell = false;
  const patch = (row: Case): Partial<Case> => {
    // All of them, changed or not: their cells are next to updatedAt, so that a single write is enough.
    const edited: Edited = { ...editedOf(row), ...withoutBlanks(edits) };
    const isRepeated = versionOf(edited) === versionOf(row);
    if (version && version !== versionOf(row) && !isRepeated) {
      result = toConflict(row);
      return {};
    }
    isInBell = row.due !== '' && edited.status !== row.status;
    result = { ok: true, caseNumber, updatedAt: updatedAt.toISOString(), version: versionOf(edited) };
    return {
      ...edited,
      updatedAt,
      ...(edited.status === row.status ? {} : closing(edited.status, updatedAt)),
    };
  };
  update(CASES, caseNumber, patch);
  if (!result) throw new UserError(unknownCase(caseNumber));
  casesChanged();
  if (isInBell) invalidateBell();
  return result;
}

function closing(status: Status, now: Date): Pick<Case, 'closedAt'> {
  return { closedAt: status === 'Closed' ? now : NEVER };
}

/** Time as the cell stores it. */
function nowInSeconds(): Date {
  return new Date(Math.floor(Date.now() / 1_000) * 1_000);
}

function toConflict(row: Case): Conflict {
  const newer = editedOf(row);
  return {
    ok: false,
    error: `${row.caseNumber} has changed since you read it. Nothing was saved`,
    newer: { ...newer, version: versionOf(newer) },
  };
}

/** A text that changes with every edit of the owner, and not with new mail. */
export function versionOf(row: Edited): string {
  return digest(JSON.stringify(EDITED_FIELDS.map((field) => row[field])), 16);
}
