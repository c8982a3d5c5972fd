import * as v from 'valibot';
import { UserError } from '../../platform/user-error';
import { updateAll, writeAll } from '../../tables/tables';
import { CASES, type Case } from '../tables';
import type { Conflict, Edited, Refused, Updated } from './answers';
import { versionOf } from './get-case';
import { answer, CaseNumberInput, input, limitedText, optional, parse, quote, StatusInput } from './input';

const UpdateInput = input('updateCase', {
  issue: optional(limitedText('issue', 10_000)),
  status: optional(StatusInput),
  notes: optional(limitedText('notes', 200_000)),
  version: optional(v.string(({ input: given }) => `version must be text (got ${quote(given)})`)),
});

type Update = v.InferOutput<typeof UpdateInput>;

/** Interface sections 3 and 4.1. What is left out stays; with a `version`, only the case that was seen is changed. */
export function updateCase(caseNumber: unknown, given: unknown): Updated | Refused | Conflict {
  return answer(() => {
    const id = parse(CaseNumberInput, caseNumber);
    const wanted = parse(UpdateInput, given);
    if ([wanted.issue, wanted.status, wanted.notes].every((value) => value == null))
      throw new UserError('updateCase requires at least one of issue, status, notes');
    return write(id, wanted);
  });
}

function write(caseNumber: string, { version, ...wanted }: Update): Updated | Conflict {
  // The cell keeps seconds.
  const updatedAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  let outcome: Updated | Conflict | undefined;
  const change = (row: Case): Partial<Case> => {
    if (version && version !== versionOf(row)) {
      outcome = conflictWith(row);
      return {};
    }
    const edited = editedBy(row, wanted);
    outcome = { ok: true, caseNumber, updatedAt: updatedAt.toISOString(), version: versionOf(edited) };
    return { ...edited, updatedAt };
  };
  writeAll(updateAll(CASES, caseNumber, change));
  if (!outcome) throw new Error(`The change of ${caseNumber} was not asked for.`);
  return outcome;
}

/** All three, changed or not: they stand next to updatedAt, so that one write does. */
function editedBy(row: Case, { issue, status, notes }: Update): Edited {
  return { issue: issue ?? row.issue, status: status ?? row.status, notes: notes ?? row.notes };
}

function conflictWith(row: Case): Conflict {
  const { caseNumber, issue, status, notes } = row;
  return {
    ok: false,
    error: `${caseNumber} has changed since you read it. Nothing was saved`,
    newer: { issue, status, notes, version: versionOf(row) },
  };
}
