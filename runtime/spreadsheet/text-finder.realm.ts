import { emulated } from '../realm/emulated';
import { call } from './call.realm';
import type { Query, Scope } from './calls';
import type { Area } from './cells';
import { toArea, toRange } from './references.realm';

type TextFinder = GoogleAppsScript.Spreadsheet.TextFinder;

export function textFinder(scope: Scope, text: string): TextFinder {
  const query: Query = {
    text,
    matchCase: false,
    entireCell: false,
    regex: false,
    formulas: false,
    ignoreDiacritics: false,
  };
  let current: Area | null = null;
  const set = (key: Exclude<keyof Query, 'text'>) => (value: boolean) => {
    query[key] = value;
    return self;
  };
  const step = (forward: boolean) => {
    current = call('spreadsheet.findOne', scope, query, { forward, from: current });
    return current && toRange(current);
  };
  const self: TextFinder = emulated('Spreadsheet.TextFinder', {
    findAll: () => call('spreadsheet.find', scope, query).map(toRange),
    findNext: () => step(true),
    findPrevious: () => step(false),
    getCurrentMatch: () => current && toRange(current),
    startFrom(from: GoogleAppsScript.Spreadsheet.Range) {
      current = { ...toArea(from), rows: 1, columns: 1 };
      return self;
    },
    matchCase: set('matchCase'),
    matchEntireCell: set('entireCell'),
    matchFormulaText: set('formulas'),
    useRegularExpression: set('regex'),
    ignoreDiacritics: set('ignoreDiacritics'),
    replaceAllWith: (by: string) => call('spreadsheet.replace', scope, query, by),
    replaceWith: (by: string) => (current ? call('spreadsheet.replace', current, query, by) : 0),
  } satisfies TextFinder);
  return self;
}
