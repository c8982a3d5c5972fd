import { useEffect, useRef } from 'preact/hooks';
import { Failure } from '../failure';
import * as FRAME from '../texts';
import * as TEXTS from './texts';
import type { Pages } from './use-pages';

interface EndProps {
  pages: Pages<{ id: string }>;
  /** The filters that somebody has set and can remove. */
  search?: object;
  /** Words for the next page, for a list without rows, and for one that could not be loaded. */
  texts: Record<'more' | 'none' | 'failed', string>;
}

/** Line below the rows: how many there are, and the way to more of them. */
export function EndOfList({ pages, search = {}, texts: { more, none, failed } }: EndProps) {
  const { rows, total, isLoading, error, hasMore, loadMore } = pages;
  if (total === 0 && !isLoading)
    return <p class="soft empty">{Object.keys(search).length > 0 ? TEXTS.list.noMatch : none}</p>;
  return (
    <>
      <Failure what={failed} error={error} onRetry={loadMore} />
      {isLoading && <p role="status">{FRAME.loading}</p>}
      {hasMore && !isLoading && !error && <More label={more} onSeen={loadMore} />}
      {total !== undefined && (
        <p class="soft" role="status">
          {TEXTS.list.shown(rows.length, total)}
        </p>
      )}
    </>
  );
}

/** Loads the next page as soon as somebody has scrolled to it, or presses it. */
function More({ label, onSeen }: { label: string; onSeen: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, []);
  return (
    <button ref={button} type="button" class="quiet" onClick={onSeen}>
      {label}
    </button>
  );
}
