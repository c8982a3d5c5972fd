import { DAY_MS, properties } from '../platform/platform';
import { boundSpreadsheet } from '../platform/spreadsheet';
import type { HealthCheck } from './checks';
import type { Finding } from './report';

/** A spreadsheet has no more, blank ones among them (support.google.com/drive/answer/37603). */
const MAX_CELLS = 10_000_000;
const WARN_AT = 0.7;
const FULL_AT = 0.9;

const MONTH_MS = 30 * DAY_MS;
/** Growth is computed from measurements that are at least so far apart, and no older than these. */
const MIN_SPAN_MS = DAY_MS;
const MAX_SPAN_MS = 6 * MONTH_MS;

/** Beyond it a forecast means nothing. */
const MAX_MONTHS = 120;

const CELLS = 'cells';

interface Measurement {
  /** Epoch ms. */
  at: number;
  cells: number;
}

/** The first measurement that counts, and the last one. */
interface Measured {
  first: Measurement;
  last: Measurement;
}

/**
 * `wayOut`: what helps beside the removal of old data. `freshMs`: age up to which a count by the timer will do, since another
 * one takes two calls a tab.
 */
export function cellsCheck({ wayOut = '', freshMs = 0 } = {}): HealthCheck {
  return { light: 'room', label: 'Cells', find: ({ now }) => measure(now, { wayOut, freshMs }) };
}

/** Counts the cells for the forecast, which is better the longer ago the first count was. */
export function measureCells(now: number): Measured {
  return store({ at: now, cells: countCells() });
}

/** Begins to measure, once: a repeated Set up changes nothing. */
export function beginMeasuring(now: number): void {
  if (!read()) measureCells(now);
}

/** Finds how full the spreadsheet is, and when it will be full if it grows on as it does. */
function measure(now: number, { wayOut, freshMs }: { wayOut: string; freshMs: number }): Finding {
  const known = read();
  const isFresh = known && now - known.last.at < freshMs && known.last.cells < MAX_CELLS * WARN_AT;
  const { first, last } = isFresh ? known : measureCells(now);
  const { at, cells } = last;
  const part = cells / MAX_CELLS;
  const finding: Finding = {
    state: 'ok',
    sentence: `The sheet is ${part < 0.01 ? 'less than 1' : Math.floor(part * 100)} % full. ${forecast(first, last)}`,
    reachedAt: at,
    detail: `${cells.toLocaleString('en-US')} of ${MAX_CELLS.toLocaleString('en-US')} cells.`,
  };
  if (part < WARN_AT) return finding;
  const state = part < FULL_AT ? 'warning' : 'problem';
  return {
    ...finding,
    state,
    cure: `Choose "Remove old data", or delete blank rows and tabs of your own. ${wayOut}`.trimEnd(),
  };
}

/** True if it may have no room for new rows, which come in blocks. */
export function isFull(): boolean {
  return countCells() >= MAX_CELLS * FULL_AT;
}

function countCells(): number {
  const sheets = boundSpreadsheet().getSheets();
  return sheets.reduce((sum, sheet) => sum + sheet.getMaxRows() * sheet.getMaxColumns(), 0);
}

function forecast(first: Measurement, { at, cells }: Measurement): string {
  const span = at - first.at;
  if (span < MIN_SPAN_MS) return 'How fast it fills will be known tomorrow.';
  const growth = Math.max(0, cells - first.cells);
  const months = Math.round(((MAX_CELLS - cells) * span) / growth / MONTH_MS);
  if (months > MAX_MONTHS) return 'At its present pace it will not be full within ten years.';
  return months < 2
    ? 'At its present pace it will be full in a month or two.'
    : `At its present pace it will be full in about ${months} months.`;
}

/** After rows have been deleted, growth is counted anew. */
function store(current: Measurement): Measured {
  const { first, last } = read() ?? { first: current, last: current };
  const isOutdated = current.at - first.at > MAX_SPAN_MS;
  const start = isOutdated ? last : first;
  const measured = { first: current.cells < start.cells ? current : start, last: current };
  properties().setProperty(CELLS, JSON.stringify(measured));
  return measured;
}

/** Undefined before the first measurement, and where the property is invalid. */
function read(): Measured | undefined {
  try {
    const stored = JSON.parse(properties().getProperty(CELLS) ?? 'null') as Partial<Measured> | null;
    const { first, last } = stored ?? {};
    const isMeasured = [first, last].every((one) => Number.isFinite(one?.at) && Number.isFinite(one?.cells));
    return first && last && isMeasured ? { first, last } : undefined;
  } catch {
    return undefined;
  }
}
