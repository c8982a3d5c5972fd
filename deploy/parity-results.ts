/** The tab that Parity > Run writes, one row per claim. */
export interface Results {
  date: string;
  timeZone: string;
  /** `consumer`, `workspace` or `unknown`. */
  account: string;
  rows: readonly ResultRow[];
}

export interface ResultRow {
  id: string;
  status: string;
  expected: string;
  came: string;
  source: string;
}

/** A file that is not such a tab. */
export class ResultsError extends Error {}

const MARK = 'Sheetdesk parity';
const COLUMNS = 'id,status,expected,came,ms,source,inferred';
const STATUSES = ['holds', 'differs', 'not run'];

/**
 * From the tab as Google downloads it (CSV), or as it is copied (tab-separated).
 *
 * @throws ResultsError
 */
export function parseResults(text: string): Results {
  const [first = [], columns = [], ...rest] = readCells(text.replace(/^\uFEFF/, ''));
  const [mark, date = '', timeZone = '', account = '', total = ''] = first;
  if (mark !== MARK || columns.join() !== COLUMNS)
    throw new ResultsError('This is not the whole tab of Parity > Run as CSV or TSV.');
  const rows = rest.filter(([id]) => id).map(toRow);
  if (String(rows.length) !== total)
    throw new ResultsError(
      `The run is not complete: ${rows.length} of ${total} claims. Choose Parity > Run until all are done.`,
    );
  return { date, timeZone, account, rows };
}

function toRow([id = '', status = '', expected = '', came = '', , source = '']: string[]): ResultRow {
  if (!STATUSES.includes(status))
    throw new ResultsError(`The status of ${id} must be one of ${STATUSES.join(', ')} (got "${status}").`);
  return { id, status, expected, came, source };
}

function readCells(text: string): string[][] {
  if (text.startsWith(`${MARK}\t`)) return text.split(/\r?\n/).map((line) => line.split('\t'));
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows;
}

/** For docs/verified.md. */
export function toMarkdown({ date, timeZone, account, rows }: Results): string {
  const having = (status: string) => rows.filter((row) => row.status === status);
  const [holding, differing, notRun] = STATUSES.map(having) as [ResultRow[], ResultRow[], ResultRow[]];
  const parts = [
    '# Verified on Google',
    `${date.slice(0, 10)}, ${ACCOUNTS[account] ?? 'an account of unknown kind'}, script time zone ${timeZone}: **${holding.length} of ${rows.length} claims hold**, ${differing.length} ${differing.length === 1 ? 'differs' : 'differ'}, ${notRun.length} could not be run.`,
    'The claims are in [runtime/conformance](../runtime/conformance); [how to run them](parity.md).',
    ...section('What differs', differing, ['Claim', 'Expected', 'Came', 'Source'], (row) => [
      toCode(row.id),
      toCode(row.expected),
      toCode(row.came),
      row.source,
    ]),
    ...section('What could not be run', notRun, ['Claim', 'Why'], ({ id, came }) => [
      toCode(id),
      toCode(came),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

const ACCOUNTS: Record<string, string> = {
  consumer: 'a consumer account',
  workspace: 'a Google Workspace account',
};

function section(
  title: string,
  rows: readonly ResultRow[],
  header: readonly string[],
  toCells: (row: ResultRow) => string[],
): string[] {
  if (rows.length === 0) return [];
  const lines = [header, header.map(() => '---'), ...rows.map(toCells)];
  return [`## ${title}`, lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

/** As code in a cell of a table, with what Markdown would interpret escaped. */
function toCode(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replaceAll('|', '\\|')}${fence}`;
}
