import { announce } from '../../shared/announcer';
import { createStore } from '../../shared/store';
import { type CaseChanges, changeCases } from '../changes';
import { TEXTS } from '../texts';
import type { CaseNumbers } from './listing';

/** The cases that are to be changed together. */
export const selectedCases = createStore<ReadonlySet<string>>(new Set());

/** The rows of the list on the page, in their order. */
let rows: CaseNumbers = [];
/** The case that was selected last, where a range begins. */
let anchor: string | undefined;

/** Cases that are not among the rows are not selected any more. */
export function setSelectableRows(numbers: CaseNumbers): void {
  rows = numbers;
  const selected = selectedCases.get();
  const left = numbers.filter((one) => one !== undefined).filter((one) => selected.has(one));
  if (left.length < selected.size) selectedCases.set(new Set(left));
}

export function toggleSelected(caseNumber: string): void {
  const selected = new Set(selectedCases.get());
  if (!selected.delete(caseNumber)) selected.add(caseNumber);
  anchor = caseNumber;
  select(selected);
}

/** All loaded rows from the one that was selected last to this one. */
export function selectTo(caseNumber: string): void {
  const ends = [rows.indexOf(anchor ?? caseNumber), rows.indexOf(caseNumber)];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const range = from >= 0 ? rows.slice(from, to + 1).filter((one) => one !== undefined) : [caseNumber];
  select(new Set([...selectedCases.get(), ...range]));
}

/** All rows that are loaded. */
export function selectAll(): void {
  select(new Set(rows.filter((one) => one !== undefined)));
}

export function isAllSelected(): boolean {
  const selected = selectedCases.get();
  return rows.every((one) => one === undefined || selected.has(one));
}

export function clearSelection(): void {
  if (selectedCases.get().size > 0) select(new Set());
}

/** Nothing is selected after that: the toast offers to undo it. */
export function changeSelected(caseNumbers: readonly string[], changes: CaseChanges): void {
  changeCases(caseNumbers, changes);
  clearSelection();
}

function select(cases: ReadonlySet<string>): void {
  selectedCases.set(cases);
  announce(TEXTS.list.selected(cases.size));
}
