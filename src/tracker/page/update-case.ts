import * as v from 'valibot';
import { UserError } from '../../platform/user-error';
import { updateAll, writeAll } from '../../tables/tables';
import { CASES, type Case } from '../tables';
import type { Conflict, Edited, Refused, Updated } from './answers';
import { versionOf } from './get-case';
import { answer, CaseNumberInput, input, maxText, optional, parse, quote, StatusInput } from './input';

const UpdateInput = input('updateCase', {
  issue: optional(maxText('issue', 10_000)),
  status: optional(StatusInput),
  notes: optional(maxText('notes', 200_000)),
  version: optional(v.string(({ input: given }) => `version must be text (got ${quote(given)})`)),
});

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
  writeAll(updateAll(CASES, caseNumber, patch));
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
