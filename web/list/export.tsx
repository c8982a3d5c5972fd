import type { CaseSummary } from '../../src/tracker/page/answers';
import { announce } from '../announce';
import { useAttempt } from '../attempt';
import { call, type Search } from '../server';
import { toCsv } from './csv';
import { howMany } from './search-words';

/** An answer that is much larger may get lost on the platform's bridge. */
const AT_ONCE = 2_000;

/** Takes all that the list or search finds down as a file. */
export function Export({ search, total }: { search: Search; total: number | undefined }) {
  const { isBusy, start, trouble } = useAttempt('The cases could not be exported', async () => {
    const cases = await readAll(search);
    save(toCsv(cases));
    announce(`${howMany(cases.length)} exported.`);
  });
  return (
    <div class="export row">
      {trouble}
      <button
        type="button"
        class="quiet"
        disabled={!total}
        aria-disabled={isBusy}
        onClick={() => void start()}
      >
        {isBusy ? 'Exporting…' : 'Export CSV'}
      </button>
    </div>
  );
}

/** Each once, also where new ones on top move the others on meanwhile. */
async function readAll(search: Search): Promise<CaseSummary[]> {
  const cases = new Map<string, CaseSummary>();
  for (let offset = 0, count = 1; offset < count; offset += AT_ONCE) {
    const part = await call('searchCases', { ...search, limit: AT_ONCE, offset });
    for (const one of part.cases) cases.set(one.caseNumber, one);
    count = part.count;
  }
  return [...cases.values()];
}

function save(csv: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = `cases-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
