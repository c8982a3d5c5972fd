import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { wholeListOf } from '../../http/fields';
import { HttpError } from '../../http/http-error';
import { assertSameBody, type IdempotencyRecord, idempotencyRecord } from '../../http/idempotency';
import { parse } from '../../http/parse';
import { type Call, type Routes, route } from '../../http/route';
import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { findAll, insertAll, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { alertJobs } from '../scoring/hot-lead';
import { scoringRules } from '../scoring/scoring-rules';
import { LEADS } from '../tables';
import { agentChooser, assignmentCheck } from './assignment';
import {
  contactsOf,
  EARLIER_COLUMNS,
  type EarlierLead,
  LeadCreated,
  NewLead,
  toCreated,
  toLead,
} from './create-lead';
import { heardEvents } from './lead-events';
import { readLeadFile } from './lead-file';

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
  failed: described(Count, 'How many rows were refused.', 1),
});

export const IMPORT_ROUTES: Routes = {
  'POST /v1/leads/import': route({
    summary: `Creates up to ${MAX_ROWS} leads, and returns a result for each row`,
    access: rolesWith('leads'),
    body: Import,
    describedBody: withExample(rowsOf(NewLead), {
      rows: [
        { name: 'Ada Brown', phone: '+15550102030', downPayment: 3000 },
        { name: 'Bob', phone: '+1555' },
      ],
    }),
    fromCsv: toImport,
    response: Imported,
    idempotent: true,
    handle: importLeads,
  }),
};

/** A repeated request creates the leads that are missing, and is answered as the first one. */
function importLeads({ body, caller, request }: Call<Import>): v.InferOutput<typeof Imported> {
  const record = idempotencyRecord(caller, request, body);
  const rows = body.rows.map(readRow);
  const valid = rows.filter((row): row is ValidRow => 'given' in row);
  const refused = rows.filter((row): row is RefusedRow => 'error' in row);
  const data = [...refused, ...insertLeads(valid, { by: caller?.id ?? '', record })];
  const failed = data.filter((row) => 'error' in row).length;
  return { data: data.sort((a, b) => a.row - b.row), created: data.length - failed, failed };
}

interface ValidRow {
  row: number;
  given: NewLead;
}

function readRow(input: unknown, index: number): ValidRow | RefusedRow {
  const row = index + 1;
  const given = attempt(() => parse(NewLead, input, { name: 'row' }));
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

/** All in one write. Those with the phone or email of an earlier lead, or of an earlier row, are linked to it. */
function insertLeads(
  rows: readonly ValidRow[],
  { by, record }: { by: string; record: IdempotencyRecord },
): (ImportedRow | RefusedRow)[] {
  const given = rows.map((row) => row.given);
  const assertAssignable = assignmentCheck(given);
  const problems = given.map((lead) => attempt(() => assertAssignable(lead)));
  const agents = agentChooser(given);
  const origin = { by, record, at: new Date(), rules: scoringRules(), agents };
  const earlier = groupByContact(earlierLeads(given));
  const make = (lead: NewLead) => (id: string) => {
    const related = contactsOf(lead).flatMap(({ text }) => earlier.get(text) ?? []);
    const made = toLead(id, lead, { ...origin, earlier: related });
    groupByContact([{ ...made, isOptedOut: false, asksToStop: false }], earlier);
    return made;
  };
  const makes = given.map((lead, index) => (problems[index] ? undefined : make(lead)));
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
  return rows.map(({ row }, index) => {
    const lead = inserted[index]?.row;
    return lead ? { row, ...toCreated(lead) } : toRefused(row, problems[index] as HttpError);
  });
}

/** Leads that are there and have the phone or the email of one of these. */
function earlierLeads(given: readonly NewLead[]): EarlierLead[] {
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

/** Reads a file of leads; an export of this desk can be given as it is. */
function toImport(text: string): Import {
  return parse(Import, { rows: readLeadFile(text) });
}
