import { useEffect, useRef, useState } from 'preact/hooks';
import { read } from '../api';

interface Listed<R> {
  rows: R[];
  /** Undefined before the first page is there. */
  total?: number;
  page: number;
  isLoading: boolean;
  error?: Error;
}

export interface Pages<R> extends Listed<R> {
  hasMore: boolean;
  loadMore(): void;
}

/** A list of the API, page after page. What comes for an earlier address is dropped. */
export function usePages<R extends { id: string }>(path: string, search: Record<string, string>): Pages<R> {
  const query = new URLSearchParams(search).toString();
  const address = `${path}?${query}`;
  const [state, setState] = useState<Listed<R>>({ rows: [], page: 0, isLoading: false });
  const shown = useRef(state);
  const current = useRef(address);
  const show = (next: Listed<R>) => {
    shown.current = next;
    setState(next);
  };
  const loadMore = async () => {
    const { error: _, ...before } = shown.current;
    if (before.isLoading) return;
    show({ ...before, isLoading: true });
    const page = before.page + 1;
    try {
      const reply = await read<{ data: R[]; total: number }>(`${address}${query && '&'}page=${page}`);
      if (!reply || current.current !== address) return;
      const { data, total } = reply.value;
      // A row that has come since has moved others to later pages.
      const fresh = data.filter(({ id }) => !before.rows.some((row) => row.id === id));
      show({ rows: [...before.rows, ...fresh], total, page, isLoading: false });
    } catch (error) {
      if (current.current === address) show({ ...before, isLoading: false, error: error as Error });
    }
  };
  useEffect(() => {
    current.current = address;
    shown.current = { rows: [], page: 0, isLoading: false };
    void loadMore();
  }, [address]);
  const { rows, total } = state;
  return { ...state, hasMore: total !== undefined && rows.length < total, loadMore: () => void loadMore() };
}
