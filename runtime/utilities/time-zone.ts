const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

export function isZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

const known = new Map<string, Map<number, number>>();

/**
 * Ms that the zone is ahead of UTC. It is called for each cell of long columns, so days without a clock change are
 * cached.
 */
export function offsetAt(instant: number, zone: string): number {
  if (zone === 'Etc/UTC' || zone === 'UTC' || zone === 'Etc/GMT' || zone === 'GMT') return 0;
  const days = known.get(zone) ?? new Map<number, number>();
  known.set(zone, days);
  const day = Math.floor(instant / DAY_MS);
  const kept = days.get(day) ?? dayOffset(day, zone);
  days.set(day, kept);
  return Number.isNaN(kept) ? measure(Math.floor(instant / QUARTER_MS) * QUARTER_MS, zone) : kept;
}

/** NaN for a day on which the clocks change. */
function dayOffset(day: number, zone: string): number {
  const start = measure(day * DAY_MS, zone);
  return start === measure((day + 1) * DAY_MS, zone) ? start : Number.NaN;
}

function measure(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
  return local.getTime() - Math.floor(instant / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const formatter =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formatters.set(zone, formatter);
  return formatter;
}
