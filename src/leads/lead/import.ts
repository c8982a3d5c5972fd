import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { wholeListOf } from '../../http/fields';
import { HttpError, invalid } from '../../http/http-error';
import { assertSameBody, type IdempotencyRecord, idempotencyRecord } from '../../http/idempotency';
import { parse } from '../../http/parse';
import { type Call, type Caller, type Routes, route } from '../../http/route';
import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { quote } from '../../platform/quote';
import { findAll, insertAll, listKey, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { orMerged } from '../merged';
import { alertJobs } from '../scoring/hot-lead';
import { scoringRules } from '../scoring/scoring-rules';
import { LEADS, type Lead } from '../tables';
import { archiveLead } from './activities';
import { agentChooser, assignmentCheck } from './assignment';
import { changeLeads } from './change-lead';
import {
  contactsOf,
  EARLIER_COLUMNS,
  type EarlierLead,
  findMergedCreations,
  ImportedLead,
  LeadCreated,
  toCreated,
  toLead,
} from './create-lead';
import { findExternal, joinLeads } from './external-id';
import { heardEvents } from './lead-events';
import { readLeadFile } from './lead-file';
import { toPatch } from './leads';
import { fieldsFor, withOwn } from './own-fields';

const MAX_ROWS = 1_000;

const rowsOf = <S extends v.GenericSchema>(row: S) =>
  v.strictObject({
    rows: described(v.pipe(v.array(row), v.minLength(1), v.maxLength(MAX_ROWS)), 'The leads, at most 1,000.'),
  });

/** Each row is checked on its own, so that an invalid one does not stop the others. */
const Import = rowsOf(v.unknown());
type Import = v.InferOutput<typeof Import>;

const Count = v.pipe(v.number(), v.integer());
const RowNumber = described(Count, 'The number of the row, from 1.', 1);

const ImportedRow = v.strictObject({ row: RowNumber, ...LeadCreated.entries });
type ImportedRow = v.InferOutput<typeof ImportedRow>;
const RefusedRow = v.strictObject({
  row: withExample(RowNumber, 2),
  error: described(
    v.strictObject({
      code: described(v.string(), 'The kind of error, for programs.', 'invalid_request'),
      message: described(
        v.string(),
        'What is wrong, for people.',
        'phone must be an international number with a leading +, such as +15551234567 (got "+1555").',
      ),
      param: described(v.optional(v.string()), 'The field that is invalid.', 'phone'),
    }),
    'What is wrong with the row.',
  ),
});
type RefusedRow = v.InferOutput<typeof RefusedRow>;

const Imported = v.strictObject({
  ...wholeListOf(v.union([ImportedRow, RefusedRow])).entries,
  created: described(Count, 'How many leads were created.', 1),
  updated: described(Count, 'How many were there already, by their `externalId`.', 0),
  failed: described(Count, 'How many rows were refused.', 1),
});

export const IMPORT_ROUTES: Routes = {
  'POST /v1/leads/import': route({
    summary: `Creates up to ${MAX_ROWS} leads, or changes those with the same externalId, and returns a result for each row`,
    access: rolesWith('leads'),
    body: Import,
    describedBody: withExample(rowsOf(ImportedLead), {
      rows: [
        { name: 'Ada Brown', phone: '+15550102030', downPayment: 3000 },
        { name: 'Bob', phone: '+1555' },
      ],
    }),
    // An export of this desk can be given as it is.
    fromCsv: (text, caller) => parse(Import, { rows: readLeadFile(text, fieldsFor(caller)) }),
    response: Imported,
    idempotent: true,
    handle: importLeads,
  }),
};

/** A repeated request creates the leads that are missing, and is answered as the first one. */
function importLeads({ body, caller, request }: Call<Import>): v.InferOutput<typeof Imported> {
  const record = idempotencyRecord(caller, request, body);
  const rows = body.rows.map((row, index) => readRow(row, index, caller));
  const valid = rows.filter((row): row is ValidRow => 'given' in row);
  const refused = rows.filter((row): row is RefusedRow => 'error' in row);
  const { stored, updated } = storeLeads(valid, { by: caller?.id ?? '', record });
  const data = [...refused, ...stored].sort((a, b) => a.row - b.row);
  const failed = data.filter((row) => 'error' in row).length;
  return { data, created: data.length - failed - updated, updated, failed };
}

interface ValidRow {
  row: number;
  given: ImportedLead;
}

function readRow(input: unknown, index: number, caller: Caller | undefined): ValidRow | RefusedRow {
  const row = index + 1;
  const given = attempt(() => withOwn(parse(ImportedLead, input, { name: 'row' }), caller));
  return given instanceof HttpError ? toRefused(row, given) : { row, given };
}

/** A row that is wrong does not stop the others. */
function attempt<T>(work: () => T): T | HttpError {
  try {
    return work();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

function toRefused(row: number, { code, message, details: { param } }: HttpError): RefusedRow {
  return { row, error: { code, message, ...(param === undefined ? {} : { param }) } };
}

/**
 * Makes the new leads in one write, linked to earlier ones with the same phone or email, of this list too. Then it changes those
 * that are there.
 */
function storeLeads(
  rows: readonly ValidRow[],
  { by, record }: { by: string; record: IdempotencyRecord },
): { stored: (ImportedRow | RefusedRow)[]; updated: number } {
  const given = rows.map((row) => row.given);
  const assertAssignable = assignmentCheck(given);
  const known = findExternal(given.flatMap(({ externalId }) => externalId || []));
  const firstWith = new Map([...rows].reverse().map(({ row, given: { externalId } }) => [externalId, row]));
  const problems = rows.map(({ row, given: lead }) =>
    attempt(() => {
      const { externalId } = lead;
      const first = firstWith.get(externalId);
      if (externalId && first !== row)
        throw invalid(`externalId is that of row ${first} too (got ${quote(externalId)}).`, 'externalId');
      if (!known.has(externalId ?? '')) assertAssignable(lead);
    }),
  );
  const agents = agentChooser(given);
  const origin = { by, record, at: new Date(), rules: scoringRules(), agents };
  const earlier = groupByContact(earlierLeads(given));
  const make = (lead: ImportedLead) => (id: string) => {
    const related = contactsOf(lead).flatMap(({ text }) => earlier.get(text) ?? []);
    const made = toLead(id, lead, { ...origin, earlier: related });
    groupByContact([{ ...made, isOptedOut: false, asksToStop: false }], earlier);
    return made;
  };
  const keyAt = (index: number) => listKey(record.requestKey, index);
  const merged = findMergedCreations(
    given.map((_, index) => keyAt(index)),
    record,
  );
  const makes = given.map((lead, index) =>
    problems[index] || known.has(lead.externalId ?? '') || merged.has(keyAt(index)) ? undefined : make(lead),
  );
  let jobs: OutboxRow[] = [];
  const inserted = insertAll(LEADS, makes, {
    requestKey: record.requestKey,
    assertSame: (row) => assertSameBody(row, record),
    prepare(leads) {
      const { jobsOf } = heardEvents();
      jobs = [...leads.flatMap((lead) => jobsOf({ before: undefined, lead })), ...alertJobs(leads)];
      if (jobs.length > 0) writeAll(write.insert(OUTBOX, jobs));
    },
  });
  agents.keepTurns();
  if (jobs.length > 0) wakeWorker();
  const newIds = inserted.flatMap((one) => (one?.isNew && one.row.externalId) || []);
  const joined = joinLeads(newIds, by);
  // Leads that this request has made before are answered as they were then.
  const idOf = new Map(
    given.flatMap(({ externalId = '' }, index) => {
      const isMade = inserted[index] || merged.has(keyAt(index));
      const id = problems[index] || isMade ? undefined : known.get(externalId)?.id;
      return id === undefined ? [] : [[index, id] as const];
    }),
  );
  const edit = { by, at: origin.at, rules: origin.rules, assertAssignable };
  const changed = changeKnown(idOf, (lead, index) => {
    const { externalId: _, ...body } = given[index] as ImportedLead;
    const isOptedOut = (earlier.get(body.phone ?? '') ?? []).some((one) => one.isOptedOut);
    const patch = attempt(() => toPatch(lead, { ...edit, isOptedOut, body }));
    problems[index] = patch instanceof HttpError ? patch : undefined;
    return patch instanceof HttpError ? {} : patch;
  });
  const stored = rows.map(({ row }, index) => {
    const made = inserted[index]?.row ?? merged.get(keyAt(index));
    const joinedTo = joined.get(given[index]?.externalId ?? '');
    if (made) return { row, ...toCreated(made), ...(joinedTo === undefined ? {} : { id: joinedTo }) };
    const id = idOf.get(index) ?? '';
    const lead = problems[index] ?? attempt(() => orMerged(changed.get(id), id));
    return lead instanceof HttpError
      ? toRefused(row, lead)
      : { row, ...toCreated({ ...lead, requestHash: '' }) };
  });
  const updated = stored.filter((one, index) => !('error' in one) && idOf.has(index)).length;
  return { stored, updated };
}

/** Changes leads by rows, each by its index; of two rows about one lead that was merged the later one counts. */
function changeKnown(
  idOf: ReadonlyMap<number, string>,
  toPatchOf: (lead: Lead, index: number) => Partial<Lead>,
): Map<string, Lead> {
  const patches = new Map<string, (lead: Lead) => Partial<Lead>>();
  for (const [index, id] of idOf) {
    const before = patches.get(id);
    patches.set(id, (lead) => {
      const patched = before?.(lead) ?? {};
      return { ...patched, ...toPatchOf({ ...lead, ...patched }, index) };
    });
  }
  const changed = changeLeads(patches);
  for (const lead of changed.values()) archiveLead(lead);
  return changed;
}

/** Leads that are there and have the phone or the email of one of these. */
function earlierLeads(given: readonly ImportedLead[]): EarlierLead[] {
  const phones = given.flatMap(({ phone }) => phone || []);
  const emails = given.flatMap(({ email }) => email || []);
  return [
    ...findAll(LEADS, 'phone', phones, EARLIER_COLUMNS),
    ...findAll(LEADS, 'email', emails, [...EARLIER_COLUMNS, 'email']),
  ];
}

/** Adds leads to those that are known by their phones and emails. No phone is like an email. */
function groupByContact(
  leads: readonly EarlierLead[],
  groups: Map<string, EarlierLead[]> = new Map(),
): Map<string, EarlierLead[]> {
  for (const lead of leads)
    for (const { text } of contactsOf(lead)) groups.set(text, [...(groups.get(text) ?? []), lead]);
  return groups;
}
