import * as v from 'valibot';
import { CASES } from '../runtime/conformance/cases';

const RESULTS = v.array(v.object({ id: v.string(), came: v.string() }));

/** The text that the script of npm run parity ends in. */
const REPORT = v.object({
  sheetdeskParity: v.literal(1),
  date: v.pipe(v.string(), v.isoTimestamp()),
  language: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  locale: v.pipe(v.string(), v.regex(/^\w+$/)),
  timeZone: v.pipe(v.string(), v.regex(/^[\w/+-]+$/)),
  account: v.picklist(['consumer', 'workspace', 'unknown']),
  newerNames: v.array(v.string()),
  compileMs: v.record(v.string(), v.number()),
  startMs: v.nullable(v.number()),
  cases: v.number(),
  holds: v.number(),
  differs: RESULTS,
  notRun: RESULTS,
  words: v.record(v.string(), v.array(v.string())),
});

const TABLE = v.record(v.string(), v.unknown());

export type Report = v.InferOutput<typeof REPORT>;

/** A text that is no report. */
export class ResultsError extends Error {}

/**
 * A cell may be copied with its quotation marks doubled, and an issue has more than the text.
 *
 * @throws ResultsError
 */
export function parseReport(text: string): Report {
  const plain = /^\s*"/.test(text) ? text.replaceAll('""', '"') : text;
  const report = v.safeParse(REPORT, readObject(plain.slice(plain.indexOf('{'), plain.lastIndexOf('}') + 1)));
  if (!report.success) throw new ResultsError('This is not the text of cell A1 of the tab Parity.');
  const { cases, holds, differs, notRun } = report.output;
  if (cases !== CASES.length || holds + differs.length + notRun.length !== cases)
    throw new ResultsError(
      `This is of another version of the script: it has ${cases} cases, and this version has ${CASES.length}.`,
    );
  return report.output;
}

function readObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes the results as docs/verified.md. */
export function toMarkdown(report: Report): string {
  const { date, account, language, locale, timeZone, cases, holds, differs, notRun } = report;
  const parts = [
    '# Verified on Google',
    `${date.slice(0, 10)}, ${ACCOUNTS[account]}, language ${language}, spreadsheet ${locale}, time zone ${timeZone}: **${holds} of ${cases} cases hold**, ${differs.length} ${differs.length === 1 ? 'differs' : 'differ'}, ${notRun.length} could not be run.`,
    `${toTimes(report)} Of the names after ES2020 that were looked for, there are ${toCode(report.newerNames.join(', ') || 'none')}.`,
    'The cases are in [runtime/conformance](../runtime/conformance); [how to run them](parity.md).',
    ...section('What differs', ['Case', 'Expected', 'Came', 'Source'], differs.map(toDifference)),
    ...section(
      'What could not be run',
      ['Case', 'Why'],
      notRun.map(({ id, came }) => [toCode(id), toCode(came)]),
    ),
    ...section(
      "In Google's words",
      ['Case', 'What refusals say'],
      Object.entries(report.words).map(([id, words]) => [toCode(id), words.map(toCode).join('<br>')]),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

const ACCOUNTS: Record<Report['account'], string> = {
  consumer: 'a consumer account',
  workspace: 'a Google Workspace account',
  unknown: 'an account of unknown kind',
};

/** Compiling is the part of a start that a script can see for more than its own size. */
function toTimes({ compileMs, startMs }: Report): string {
  const [sizes, times] = [Object.keys(compileMs), Object.values(compileMs)];
  const compiled = `To compile ${sizes.join(', ')} of code took ${times.join(', ')} ms.`;
  return startMs === null ? compiled : `${compiled} The web app of the script answered after ${startMs} ms.`;
}

function toDifference({ id, came }: Report['differs'][number]): string[] {
  const { expected = null, source = '' } = CASES.find((one) => one.id === id) ?? {};
  return [toCode(id), toCode(JSON.stringify(rowsOf(expected, came))), toCode(came), source];
}

/** Finds the rows of a table that came; a result that is no table is returned as it is. */
function rowsOf(expected: unknown, came: string): unknown {
  const [table, rows] = [v.safeParse(TABLE, expected), v.safeParse(TABLE, readObject(came))];
  if (!table.success || !rows.success || Array.isArray(expected)) return expected;
  return Object.fromEntries(Object.keys(rows.output).map((name) => [name, table.output[name]]));
}

function section(title: string, header: readonly string[], rows: readonly string[][]): string[] {
  if (rows.length === 0) return [];
  const lines = [header, header.map(() => '---'), ...rows];
  return [`## ${title}`, lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

/** Makes code of a text in a cell of a table, with what Markdown would interpret escaped. */
function toCode(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replace(/\s+/g, ' ').replaceAll('|', '\\|')}${fence}`;
}
