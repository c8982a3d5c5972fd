import type { Condition } from './search-condition';
import type { SearchField } from './search-parse';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const UNITS: Readonly<Record<string, number>> = { h: HOUR, d: DAY, m: 30 * DAY, y: 365 * DAY };

const BOUNDS: Partial<Record<SearchField | 'text', '>=' | '<'>> = {
  after: '>=',
  newer: '>=',
  newer_than: '>=',
  before: '<',
  older: '<',
  older_than: '<',
};

/** The condition of a field about time; undefined for any other field. A time nobody can read matches nothing. */
export function toTimeCondition(
  field: SearchField | 'text',
  value: string,
  now: number,
): Condition | undefined {
  const operator = BOUNDS[field];
  if (!operator) return undefined;
  const time = field.endsWith('_than') ? toAge(value, now) : toInstant(value);
  if (time === undefined) return { sql: '0', values: [] };
  return { sql: `m.internal_date ${operator} ?`, values: [time] };
}

function toAge(value: string, now: number): number | undefined {
  const [, count, unit = ''] = /^(\d+)([hdmy])$/i.exec(value) ?? [];
  const length = UNITS[unit.toLowerCase()];
  return count && length ? now - Number(count) * length : undefined;
}

/** Seconds since 1970, or a day, which begins at midnight UTC here (Google takes the account's time zone). */
function toInstant(value: string): number | undefined {
  if (/^\d{5,}$/.test(value)) return Number(value) * 1000;
  const yearFirst = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(value);
  if (yearFirst) return toMidnight(yearFirst[1], yearFirst[2], yearFirst[3]);
  const monthFirst = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(value);
  return monthFirst ? toMidnight(monthFirst[3], monthFirst[1], monthFirst[2]) : undefined;
}

function toMidnight(year = '', month = '', day = ''): number {
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}
