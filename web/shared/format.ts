/** The page is in English: the day comes before the month, so that nobody mistakes one for the other. */
export const LOCALE = 'en-GB';

/** `1 new case`, `2 new cases`. */
export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
}

/** `3 Nov 2026` for `2026-11-03`. */
export function formatDay(day: string): string {
  return new Date(`${day}T00:00`).toLocaleDateString(LOCALE, { dateStyle: 'medium' });
}

const DAY_OF_YEAR = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: '2-digit' });

/** `3 Nov`, with the year where it is another one: `3 Nov 25`. */
export function formatShortDay(day: string | Date): string {
  const date = day instanceof Date ? day : new Date(`${day}T00:00`);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return (isThisYear ? DAY_OF_YEAR : DAY).format(date);
}

/** Returns the day on the owner's clock, YYYY-MM-DD. */
function toDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The day that is so many days after today. */
export function dayAfter(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return toDay(date);
}

/** Days to the next Monday: seven on a Monday. */
export function daysToMonday(): number {
  return (8 - new Date().getDay()) % 7 || 7;
}
