const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day at an instant in a zone, counted from 1 January 1970. */
export function dayAt(zone: string, instant: number): number {
  return Math.floor((instant + offsetAt(zone, instant)) / DAY_MS);
}

/** Epoch ms of a time of day in a zone; a time that a change of clocks skips is taken as the one after it. */
export function instantOf(zone: string, time: { day: number; hour: number; minute: number }): number {
  const local = time.day * DAY_MS + (time.hour * 60 + time.minute) * 60_000;
  const guess = local - offsetAt(zone, local);
  return local - offsetAt(zone, guess);
}

export function isZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

function offsetAt(zone: string, instant: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = 'numeric' as const;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: numeric, month: numeric, day: numeric },
    ...{ hour: numeric, minute: numeric, second: numeric },
  });
  formats.set(timeZone, format);
  return format;
}
