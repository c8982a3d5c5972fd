import type { Span, Track } from './facts';
import type { Sheet } from './sheet';

const DEFAULT_SIZE = { rows: 21, columns: 100 };

/** Sets size or hidden flag of rows or columns. */
export function setTrack(sheet: Sheet, { dimension, at, count }: Span, track: Track): void {
  for (let index = at; index < at + count; index++) {
    if (dimension === 'rows') Object.assign(sheet.grid.touch(index), track);
    else setColumn(sheet, index, track);
  }
}

export function getTrack(sheet: Sheet, { dimension, at }: Span): Required<Track> {
  const track = dimension === 'rows' ? sheet.grid.row(at) : sheet.record.columns[at - 1];
  return { size: track?.size ?? DEFAULT_SIZE[dimension], hidden: track?.hidden ?? false };
}

function setColumn({ record: { columns } }: Sheet, column: number, track: Track): void {
  while (columns.length < column) columns.push(null);
  columns[column - 1] = { ...columns[column - 1], ...track };
}
