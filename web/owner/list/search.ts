import { formatRoute, type ListSearch, listRoute } from '../router';
import { Refusal, type Search } from '../server';
import { TEXTS } from '../texts';

/** The same for searches that find the same. */
export function searchKey(search: ListSearch): string {
  return formatRoute(listRoute(search));
}

/** Tells if something is searched for within a tab. */
export function isTextSearch({ status, waitingFor, unseen, due, ...texts }: ListSearch): boolean {
  return Object.keys(texts).length > 0;
}

/** `with “lamp”, status Open, received from 1 Nov 2026`, to follow a number of cases. */
export function describeSearch({
  caseNumber,
  keyword,
  issue,
  status,
  waitingFor,
  unseen,
  due,
  sender,
  from,
  to,
  dueBy,
}: ListSearch): string {
  const { search } = TEXTS;
  const fields = [
    keyword && search.keyword(keyword),
    caseNumber && search.number(caseNumber),
    sender && search.sender(sender),
    issue && search.issue(issue),
    status && search.status(status),
    waitingFor && search.waiting,
    unseen && search.unseen,
    due && search.due,
    dueBy && search.dueBy(dueBy),
  ];
  const days = [from && search.from(from), to && search.to(to)];
  const [inFields, onDays] = [fields.filter(Boolean).join(', '), days.filter(Boolean).join(' ')];
  return [inFields && search.with(inFields), onDays && search.received(onDays)].filter(Boolean).join(', ');
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
