import type { Status } from '../../src/tracker/case/answers';

const RING = 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z';
const HALF = 'M8 4.5v7a3.5 3.5 0 0 0 0-7Z';
const TICK = 'M5 8.2 7.2 10.4 11 6';

/** Beside the word, so that it is not by colour alone that one tells them apart: a ring, a half, a tick. */
export function StatusGlyph({ status }: { status: Status }) {
  return (
    <svg class="glyph" data-status={status} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={RING} />
      {status === 'In Progress' && <path d={HALF} fill="currentColor" stroke="none" />}
      {status === 'Closed' && <path d={TICK} />}
    </svg>
  );
}
