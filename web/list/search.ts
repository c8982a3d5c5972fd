import { formatDay } from '../format';
import { formatRoute, type ListSearch, listRoute } from '../router';
import { Refusal, type Search } from '../server';

/** The same for searches that find the same. */
export function searchKey(search: ListSearch): string {
  return formatRoute(listRoute(search));
}

/** Whether something is searched for within a tab. */
export function isTextSearch({ status, unseen, due, ...texts }: ListSearch): boolean {
  return Object.keys(texts).length > 0;
}

/** What the script looks for: each word, and each phrase in quotes, somewhere in the case. */
export function searchWords(keyword = ''): string[] {
  const words = [...keyword.matchAll(/"([^"]+)"|[^\s"]+/g)].map(([word, phrase]) => phrase ?? word);
  return words.map((word) => foldText(word).trim()).filter(Boolean);
}

/** Without what a search leaves aside: letter case, accents, and which white space it is. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').toLowerCase();
}

/** `with “lamp”, status Open, received from Nov 1, 2026`, to follow a number of cases. */
export function describeSearch({ caseNumber, keyword, issue, status, from, to }: Search): string {
  const fields = [
    keyword && `“${keyword}”`,
    caseNumber && `number ${caseNumber}`,
    issue && `issue “${issue}”`,
    status && `status ${status}`,
  ];
  const days = [from && `from ${formatDay(from)}`, to && `to ${formatDay(to)}`];
  const [inFields, onDays] = [fields.filter(Boolean).join(', '), days.filter(Boolean).join(' ')];
  return [inFields && `with ${inFields}`, onDays && `received ${onDays}`].filter(Boolean).join(', ');
}

/** `No cases`, `1 case`, `1,234 cases`. */
export function countCases(count: number): string {
  return `${count === 0 ? 'No' : count.toLocaleString()} ${count === 1 ? 'case' : 'cases'}`;
}

/** The field of the search that the script has refused, if that is what went wrong. */
export function invalidField(error: Error | undefined): keyof Search | undefined {
  return error instanceof Refusal ? (error.response.field as keyof Search | undefined) : undefined;
}

/** `CASE-0007` for `case-7` or `0007`; not for `1234`, which may be a keyword. */
export function toCaseNumber(text: string): string | undefined {
  const [, digits] = /^(?:case[- ]?|0)0*([1-9]\d{0,8})$/i.exec(text.trim()) ?? [];
  return digits && `CASE-${digits.padStart(4, '0')}`;
}
