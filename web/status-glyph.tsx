import type { Status } from '../src/tracker/page/answers';

/** Beside the word, so that it is not by colour alone that one tells them apart: a ring, a half, a tick. */
const PATHS: Record<Status, string> = {
  Open: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z',
  'In Progress': 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 3v6a3 3 0 0 0 0-6Z',
  Closed: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm-3 6 2.2 2.2L11 6',
};

export function StatusGlyph({ status }: { status: Status }) {
  return (
    <svg class="glyph" data-status={status} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[status]} />
    </svg>
  );
}
