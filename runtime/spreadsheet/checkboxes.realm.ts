import { call } from './call.realm';
import type { Area, Rule } from './cells';
import { toInput } from './references.realm';

interface Checkbox {
  cell: Area;
  checked: unknown;
  unchecked: unknown;
}

/** Checks or unchecks the checkboxes of some areas; other cells stay as they are. */
export function setCheckboxes(areas: readonly Area[], isChecked: boolean): void {
  const cells = new Map<unknown, Area[]>();
  for (const { cell, checked, unchecked } of areas.flatMap(checkboxesIn)) {
    const value = isChecked ? checked : unchecked;
    cells.set(value, [...(cells.get(value) ?? []), cell]);
  }
  for (const [value, concerned] of cells) call('spreadsheet.setValue', concerned, toInput(value));
}

/** A cell loses its checkbox, and its value if that is the checked or the unchecked one. */
export function removeCheckboxes(area: Area): void {
  const boxes = checkboxesIn(area);
  if (boxes.length === 0) return;
  const { rows: values } = call('spreadsheet.getValues', area);
  const emptied = boxes.filter(({ cell, checked, unchecked }) =>
    [checked, unchecked].includes(values[cell.row - area.row]?.[cell.column - area.column]),
  );
  const cells = boxes.map(({ cell }) => cell);
  call('spreadsheet.clear', cells, { validations: true });
  if (emptied.length > 0)
    call(
      'spreadsheet.clear',
      emptied.map(({ cell }) => cell),
      { contents: true },
    );
}

/** Tells if all checkboxes of an area are checked; null if some are and some are not, or if a cell has none. */
export function areChecked(area: Area, values: readonly (readonly unknown[])[]): boolean | null {
  const boxes = checkboxesIn(area);
  if (boxes.length < area.rows * area.columns) return null;
  const states = boxes.map(({ cell, checked, unchecked }) => {
    const value = values[cell.row - area.row]?.[cell.column - area.column];
    if (value === checked) return true;
    return value === unchecked || value === '' ? false : null;
  });
  const [first = null] = states;
  return states.every((state) => state === first) ? first : null;
}

function checkboxesIn({ open: _, ...area }: Area): Checkbox[] {
  return call('spreadsheet.inspect', area).flatMap((row, r) =>
    row.flatMap(({ rule }, c) =>
      rule?.criteria === 'CHECKBOX' ? [toCheckbox(rule, { ...area, ...at(area, r, c) })] : [],
    ),
  );
}

function at({ row, column }: Area, r: number, c: number): Pick<Area, 'row' | 'column' | 'rows' | 'columns'> {
  return { row: row + r, column: column + c, rows: 1, columns: 1 };
}

/** Makes a checkbox. One with one value of its own is empty when it is not checked. */
function toCheckbox({ values }: Rule, cell: Area): Checkbox {
  const [checked = true, unchecked = values.length > 0 ? '' : false] = values;
  return { cell, checked, unchecked };
}
