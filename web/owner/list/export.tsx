import type { CaseSummary } from '../../../src/tracker/case/answers';
import { announce } from '../../shared/announcer';
import { useAsyncAction } from '../feedback';
import type { ListSearch } from '../router';
import { call } from '../server';
import { TEXTS } from '../texts';

const CSV_COLUMNS = [
  'caseNumber',
  'received',
  'sender',
  'senderName',
  'subject',
  'issue',
  'status',
  'emailCount',
] as const;

/** Spreadsheets take such text for a formula, also in full-width characters (owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Much larger responses may get lost between the script and the page. */
const BATCH_SIZE = 2_000;

/** Downloads all cases of the list or the search. */
export function ExportButton({ search, total }: { search: ListSearch; total: number | undefined }) {
  const { isBusy, start, errorNotice } = useAsyncAction(TEXTS.list.notExported, async () => {
    const cases = await readAll(search);
    download(toCsv(cases));
    announce(TEXTS.list.exported(cases.length));
  });
  return (
    <div class="export row">
      {errorNotice}
      <button
        type="button"
        class="quiet"
        disabled={!total}
        aria-disabled={isBusy}
        onClick={() => void start()}
      >
        {isBusy ? TEXTS.list.exporting : TEXTS.list.exportCsv}
      </button>
    </div>
  );
}

/** Each case once, even if a new one moves the others down between two batches. */
async function readAll(search: ListSearch): Promise<CaseSummary[]> {
  const cases = new Map<string, CaseSummary>();
  for (let offset = 0, count = 1; offset < count; offset += BATCH_SIZE) {
    const batch = await call('searchCases', { ...search, limit: BATCH_SIZE, offset });
    for (const one of batch.cases) cases.set(one.caseNumber, one);
    count = batch.count;
  }
  return [...cases.values()];
}

function download(csv: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = `cases-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** RFC 4180, with the byte order mark by which spreadsheets recognize UTF-8. */
function toCsv(cases: readonly CaseSummary[]): string {
  const lines = cases.map((one) => CSV_COLUMNS.map((column) => toCsvField(one[column])).join(','));
  return `\ufeff${[CSV_COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

function toCsvField(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replace(/"/g, '""')}"`;
}
