import { emulated } from '../realm/emulated';
import { call } from './call.realm';
import type { Area } from './cells';
import { conditions, criteriaType, fromValue } from './criteria.realm';
import type { FilterRule } from './facts';
import { toRange } from './references.realm';

type Filter = GoogleAppsScript.Spreadsheet.Filter;
type Criteria = GoogleAppsScript.Spreadsheet.FilterCriteria;
type Builder = GoogleAppsScript.Spreadsheet.FilterCriteriaBuilder;

const RULE = Symbol('rule');
const EMPTY: FilterRule = { criteria: '', values: [], hidden: [], visible: [] };

/** A filter hides rows from people only: scripts read them all, so its criteria are kept and have no effect. */
export function filter(area: Area): Filter {
  /** Rows and columns that come and go have moved it since. */
  const place = () => {
    const found = call('spreadsheet.describeSheet', area).filter;
    if (!found) throw new Error('A filter that was removed is not emulated here.');
    return found;
  };
  const rules = () => call('spreadsheet.describeSheet', area).filterRules;
  const change = (column: number, rule: FilterRule | null) => {
    place();
    const others = rules().filter((known) => known.column !== column);
    call('spreadsheet.layout', area, { filterRules: rule ? [...others, { column, rule }] : others });
    return self;
  };
  const self: Filter = emulated('Spreadsheet.Filter', {
    getRange: () => toRange(place()),
    remove() {
      place();
      call('spreadsheet.layout', area, { filter: null, filterRules: [] });
    },
    getColumnFilterCriteria(column: number) {
      const found = rules().find((known) => known.column === column);
      return found ? filterCriteria(found.rule) : null;
    },
    setColumnFilterCriteria: (column: number, criteria: Criteria | null) =>
      change(column, criteria && toFilterRule(criteria)),
    removeColumnFilterCriteria: (column: number) => change(column, null),
    /** All rows but the header. */
    sort(column: number, ascending: boolean) {
      const { open: _, ...rows } = place();
      if (rows.rows > 1)
        call('spreadsheet.sort', { ...rows, row: rows.row + 1, rows: rows.rows - 1 }, [
          { column, ascending },
        ]);
      return self;
    },
  } satisfies Filter);
  return self;
}

export function filterCriteriaBuilder(from: FilterRule = EMPTY): Builder {
  const state = { ...from };
  const record = (criteria: string, values: unknown[]) => {
    Object.assign(state, { criteria, values });
    return builder;
  };
  const builder: Builder = emulated('Spreadsheet.FilterCriteriaBuilder', {
    ...conditions(record),
    ...readers(state),
    build: () => filterCriteria({ ...state }),
    setHiddenValues(hidden: string[]) {
      Object.assign(state, { hidden });
      return builder;
    },
    setVisibleValues(visible: string[]) {
      Object.assign(state, { visible });
      return builder;
    },
  } satisfies Builder);
  return builder;
}

function filterCriteria(state: FilterRule): Criteria {
  return emulated('Spreadsheet.FilterCriteria', {
    ...readers(state),
    [RULE]: state,
  } satisfies Criteria & { [RULE]: FilterRule });
}

function toFilterRule(criteria: Criteria): FilterRule {
  return (criteria as unknown as { [RULE]: FilterRule })[RULE];
}

function readers(state: FilterRule) {
  return {
    copy: () => filterCriteriaBuilder(state),
    getCriteriaType: () => criteriaType(state.criteria),
    getCriteriaValues: () => state.values.map(fromValue),
    getHiddenValues: () => state.hidden,
    getVisibleValues: () => state.visible,
  };
}
