import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../announce';
import { Failed } from '../failed';
import type { Search } from '../server';
import { toCsv } from './csv';
import { readAll } from './read-all';
import { howMany } from './search-words';

interface Props {
  search: Search;
  total: number | undefined;
}

interface State {
  progress?: string;
  error?: Error;
}

/** Takes all that the list or search finds down as a file. */
export function Export({ search, total }: Props) {
  const [{ progress, error }, setState] = useState<State>({});
  const work = useRef<AbortController>(null);
  useEffect(() => () => work.current?.abort(), []);
  const start = async () => {
    work.current = new AbortController();
    const { signal } = work.current;
    setState({ progress: 'Exporting…' });
    const onProgress = (read: number, all: number) => setState({ progress: `Exporting ${read} of ${all}…` });
    try {
      const cases = await readAll(search, { onProgress, signal });
      save(toCsv(cases));
      announce(`${howMany(cases.length)} exported.`);
      setState({});
    } catch (failure) {
      if (!signal.aborted) setState({ error: failure as Error });
    }
  };
  const cancel = () => {
    work.current?.abort();
    setState({});
  };
  return (
    <div class="export">
      {error && <Failed what="The cases could not be exported" error={error} onRetry={() => void start()} />}
      {progress && <span role="status">{progress}</span>}
      {progress ? (
        <button type="button" class="quiet" onClick={cancel}>
          Cancel
        </button>
      ) : (
        <button type="button" class="quiet" disabled={!total} onClick={() => void start()}>
          Export CSV
        </button>
      )}
    </div>
  );
}

function save(csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `cases-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
