import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Place {
  row: number;
  /** The column, from 0. */
  column: number;
}

interface Extent {
  /** The first. */
  row: number;
  rows: number;
  columns: number;
}

/**
 * Lets Tab stop in one cell of a grid; the arrow keys move the stop. A cell that had the focus and is drawn anew, or is gone,
 * hands it on to that one.
 */
export function useGridFocus(extent: Extent) {
  const [active, setActive] = useState<Place>({ row: extent.row, column: 0 });
  const grid = useRef<HTMLTableElement>(null);
  const focused = useRef<Element | null>(null);
  const stop = within(extent, active);

  useLayoutEffect(() => {
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) findCell(grid.current, stop)?.focus();
  });

  return {
    ref: grid,
    isStop: ({ row, column }: Place) => row === stop.row && column === stop.column,
    onFocusIn({ target }: FocusEvent) {
      focused.current = target as Element;
      const place = placeOf(target);
      if (place) setActive(place);
    },
    onFocusOut({ target }: FocusEvent) {
      // An element that is being removed loses the focus, too, and is not connected any more by then.
      queueMicrotask(() => {
        if (focused.current === target && focused.current?.isConnected) focused.current = null;
      });
    },
    onKeyDown(event: KeyboardEvent) {
      const place = placeOf(event.target);
      const next = place && moved(place, event.key, extent);
      if (!next) return;
      event.preventDefault();
      findCell(grid.current, within(extent, next))?.focus();
    },
  };
}

function moved({ row, column }: Place, key: string, { columns }: Extent): Place | undefined {
  if (key === 'ArrowUp') return { row: row - 1, column };
  if (key === 'ArrowDown') return { row: row + 1, column };
  if (key === 'ArrowLeft') return { row, column: column - 1 };
  if (key === 'ArrowRight') return { row, column: column + 1 };
  if (key === 'Home') return { row, column: 0 };
  return key === 'End' ? { row, column: columns - 1 } : undefined;
}

/** The nearest place that there is. */
function within({ row: first, rows, columns }: Extent, { row, column }: Place): Place {
  return {
    row: Math.max(first, Math.min(row, first + rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  };
}

function findCell(grid: Element | null, { row, column }: Place): HTMLElement | null | undefined {
  return grid?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
}

/** Undefined for what is in a cell but is not the cell: a text field, a link. */
function placeOf(target: EventTarget | null): Place | undefined {
  if (!(target instanceof HTMLElement) || !target.dataset.row) return undefined;
  return { row: Number(target.dataset.row), column: Number(target.dataset.column) };
}
