import { casesOf, errorOf, INFERRED, PUBLIC_SCRIPTS, type Sheet, tableOf } from './case';

const sheet = () => SpreadsheetApp.getActiveSpreadsheet().getSheets()[0] as Sheet;

const GET_RANGE = 'SpreadsheetApp.Sheet.getRange';

/** Arguments that are refused, with what stands in the message. */
const REFUSED: [name: string, call: () => unknown, ...marks: string[]][] = [
  ['too few', () => (sheet().getRange as unknown as () => void).call(sheet()), GET_RANGE],
  ['text for a number', () => sheet().getRange('A' as never, 1), 'String,number', GET_RANGE],
  [
    'undefined for a number',
    () => sheet().getRange(1, 1, undefined as never),
    'number,number,null',
    GET_RANGE,
  ],
  ['words for the only number', () => Utilities.sleep('rubbish' as never), 'rubbish'],
  ['null for a text', () => SpreadsheetApp.getActiveSpreadsheet().getSheetByName(null as never), 'name'],
  [
    'object of another type',
    () => {
      const one = sheet();
      one.getRange('A1').copyTo(one as never);
    },
    'SpreadsheetApp.Sheet',
    'SpreadsheetApp.Range.copyTo',
  ],
];

const reported = casesOf('arguments', PUBLIC_SCRIPTS);
const inferred = casesOf('arguments', INFERRED);

/** Cases of how arguments reach a service, and what objects answer, which the reference does not say. */
export const ARGUMENTS = [
  reported(
    'refused',
    tableOf(REFUSED, () => 'Exception'),
    () => tableOf(REFUSED, ([, call, ...marks]) => errorOf(call, ...marks)),
  ),
  inferred('fractions-of-whole-numbers-are-dropped', 'A2', () => sheet().getRange(2.9, 1.5).getA1Notation()),
  inferred('text-for-the-only-number', null, () => Utilities.sleep('1' as never)),
  inferred('numbers-booleans-and-arrays-become-text', ['5', 'true', 'a,b'], () => {
    const cache = CacheService.getScriptCache();
    const kept = [5, true, ['a', 'b']].map((value) => {
      cache.put('case', value as never);
      return cache.get('case');
    });
    cache.remove('case');
    return kept;
  }),
  reported('text-of-an-object-is-the-name-of-its-type', ['Spreadsheet', 'Sheet', 'Range'], () =>
    [sheet().getParent(), sheet(), sheet().getRange('A1')].map(String),
  ),
  reported('unknown-names-are-undefined', ['undefined', 'undefined'], () => [
    typeof Reflect.get(SpreadsheetApp, 'nowhere'),
    typeof Reflect.get(sheet(), 'nowhere'),
  ]),
  inferred('enum-answers-as-its-first-value', ['WRAP', 2], () => {
    const { WrapStrategy } = SpreadsheetApp;
    const first = WrapStrategy as unknown as { name(): string };
    const clip = WrapStrategy.CLIP as unknown as { compareTo(other: unknown): number };
    return [first.name(), clip.compareTo(WrapStrategy.WRAP)];
  }),
];
