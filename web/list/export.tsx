import { announce } from '../announce';
import { useAttempt } from '../attempt';
import { call, type Search } from '../server';
import { toCsv } from './csv';
import { howMany } from './search-words';

/** Takes all that the list or search finds down as a file, in one answer: nothing comes or goes halfway. */
export function Export({ search, total }: { search: Search; total: number | undefined }) {
  const { isBusy, start, trouble } = useAttempt('The cases could not be exported', async () => {
    const { cases } = await call('searchCases', search);
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

function save(csv: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = `cases-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
