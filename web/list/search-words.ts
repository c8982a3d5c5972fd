import { Refusal, type Search } from '../server';

/** `with "lamp", status Open, from Nov 1, 2026`: a search as one would say it. */
export function inWords({ caseNumber, keyword, issue, status, from, to }: Search): string {
  const said = [
    keyword && `with “${keyword}”`,
    caseNumber && `number ${caseNumber}`,
    issue && `issue “${issue}”`,
    status && `status ${status}`,
    from && `from ${toDay(from)}`,
    to && `to ${toDay(to)}`,
  ];
  return said.filter(Boolean).join(', ');
}

function toDay(day: string): string {
  return new Date(`${day}T00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
}

export function howMany(count: number): string {
  return `${count === 0 ? 'No' : count.toLocaleString()} ${count === 1 ? 'case' : 'cases'}`;
}

/** The field of a search that a refusal speaks of. */
export function fieldOf(error: Error | undefined): keyof Search | undefined {
  if (!(error instanceof Refusal)) return undefined;
  return /^(?:The )?(caseNumber|keyword|issue|status|from|to)\b/.exec(error.message)?.[1] as keyof Search;
}

/** CASE-0007 for that, case-7 or 0007; but 1234 may stand in a mail. */
export function toCaseNumber(text: string): string | undefined {
  const [, digits] = /^(?:case[- ]?|0)0*([1-9]\d{0,8})$/i.exec(text.trim()) ?? [];
  return digits && `CASE-${digits.padStart(4, '0')}`;
}
