import { DAY_MS, properties } from '../platform/platform';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { type HealthCheck, toStatus } from './checks';

/** A spreadsheet has no more, blank ones among them (support.google.com/drive/answer/37603). */
const MAX_CELLS = 10_000_000;
const WARN_AT = 0.7;

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

/** How full the spreadsheet is, and when it will be full if it grows on as it does. Each call is a measurement. `wayOut`: what helps beside the removal of old data. */
export function checkCells(now: number, wayOut = ''): HealthCheck {
  const sheets = boundSpreadsheet().getSheets();
  const cells = sheets.reduce((sum, sheet) => sum + sheet.getMaxRows() * sheet.getMaxColumns(), 0);
  const { first } = store({ at: now, cells });
  const part = cells / MAX_CELLS;
  const used = `${cells.toLocaleString('en-US')} of ${MAX_CELLS.toLocaleString('en-US')} (${Math.floor(part * 100)} %).`;
  const advice = part >= WARN_AT ? ` Choose "Remove old data". ${wayOut}`.trimEnd() : '';
  return {
    label: 'Cells',
    detail: `${used} ${forecast(first, { at: now, cells })}${advice}`,
    status: toStatus(part >= WARN_AT),
  };
}

function forecast(first: Measurement, { at, cells }: Measurement): string {
  const span = at - first.at;
  if (span < MIN_SPAN_MS)
    return 'The growth rate is known a day after Set up, and a day after rows were deleted.';
  const since = new Date(first.at).toISOString().slice(0, 10);
  const growth = Math.max(0, cells - first.cells);
  const months = Math.round(((MAX_CELLS - cells) * span) / growth / MONTH_MS);
  if (months > MAX_MONTHS) return `At the rate since ${since}, it will not be full within ten years.`;
  return months < 2
    ? `At the rate since ${since}, it will be full in a month or two.`
    : `At the rate since ${since}, it will be full in about ${months} months.`;
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
