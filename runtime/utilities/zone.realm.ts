/** Milliseconds that a zone is ahead of UTC at an instant. */
export function offsetAt(instant: number, zone: string): number {
  const format = formatOf(zone);
  if (!format) return customOffset(zone);
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day, hour, minute, second } = part;
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return local - Math.floor(instant / 1000) * 1000;
}

export function nameOf(instant: number, zone: string, timeZoneName: 'short' | 'long'): string {
  const timeZone = formatOf(zone) ? zone : 'UTC';
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Undefined for an unknown zone, which Google accepts silently (facts 10). */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) formats.set(zone, makeFormat(zone));
  return formats.get(zone);
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric' as const;
  const fields = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  };
  try {
    const options = { timeZone, hourCycle: 'h23', ...fields } as Intl.DateTimeFormatOptions;
    return new Intl.DateTimeFormat('en-US', options);
  } catch {
    return undefined;
  }
}

/** Java reads `GMT+2` and `GMT-05:30`, and takes any other text for GMT. */
function customOffset(zone: string): number {
  const [, sign, hours, minutes] = /^GMT([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  const minutesAhead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return (sign === '-' ? -minutesAhead : minutesAhead) * 60_000;
}
