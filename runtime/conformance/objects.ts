import { type Claim, listClaims, PUBLIC_SCRIPTS, refusal } from './case';

const sheet = () =>
  SpreadsheetApp.getActiveSpreadsheet().getSheets()[0] as GoogleAppsScript.Spreadsheet.Sheet;

const MISMATCH = (kinds: string, method: string) =>
  `Exception: The parameters (${kinds}) don't match the method signature for ${method}.`;

const GET_RANGE = 'SpreadsheetApp.Sheet.getRange';

/** How arguments reach a service, which the reference does not say. */
export const ARGUMENTS: Claim[] = listClaims(PUBLIC_SCRIPTS, [
  {
    id: 'arguments.too-few',
    expected: MISMATCH('', GET_RANGE),
    run: () => refusal(() => (sheet().getRange as unknown as () => void).call(sheet())),
  },
  {
    id: 'arguments.text-for-a-number',
    expected: MISMATCH('String,number', GET_RANGE),
    run: () => refusal(() => sheet().getRange('A' as never, 1)),
  },
  {
    id: 'arguments.undefined-for-a-number',
    expected: MISMATCH('number,number,null', GET_RANGE),
    run: () => refusal(() => sheet().getRange(1, 1, undefined as never)),
  },
  {
    id: 'arguments.words-for-the-only-number',
    expected: 'Exception: Cannot convert rubbish to int.',
    run: () => refusal(() => Utilities.sleep('rubbish' as never)),
  },
  {
    id: 'arguments.fractions-of-whole-numbers-are-dropped',
    isInferred: true,
    expected: 'A2',
    run: () => sheet().getRange(2.9, 1.5).getA1Notation(),
  },
  {
    id: 'arguments.text-for-the-only-number',
    isInferred: true,
    expected: null,
    run: () => Utilities.sleep('1' as never),
  },
  {
    id: 'arguments.numbers-booleans-and-arrays-become-text',
    isInferred: true,
    expected: ['5', 'true', 'a,b'],
    run: () => {
      const cache = CacheService.getScriptCache();
      const kept = [5, true, ['a', 'b']].map((value) => {
        cache.put('claim', value as never);
        return cache.get('claim');
      });
      cache.remove('claim');
      return kept;
    },
  },
  {
    id: 'arguments.null-for-a-text',
    isInferred: true,
    expected: 'Exception: Invalid argument: name',
    run: () => refusal(() => SpreadsheetApp.getActiveSpreadsheet().getSheetByName(null as never)),
  },
  {
    id: 'arguments.object-of-another-type',
    isInferred: true,
    expected: MISMATCH('SpreadsheetApp.Sheet', 'SpreadsheetApp.Range.copyTo'),
    run: () =>
      refusal(() =>
        sheet()
          .getRange('A1')
          .copyTo(sheet() as never),
      ),
  },
]);

export const OBJECTS: Claim[] = listClaims(PUBLIC_SCRIPTS, [
  {
    id: 'objects.text-is-the-name-of-the-type',
    expected: ['Spreadsheet', 'Sheet', 'Range'],
    run: () => [sheet().getParent(), sheet(), sheet().getRange('A1')].map(String),
  },
  {
    id: 'objects.unknown-names-are-undefined',
    expected: ['undefined', 'undefined'],
    run: () => [typeof named(SpreadsheetApp, 'nowhere'), typeof named(sheet(), 'nowhere')],
  },
  {
    id: 'objects.enum-answers-as-its-first-value',
    isInferred: true,
    expected: ['WRAP', 2],
    run: () => {
      const { WrapStrategy } = SpreadsheetApp;
      const first = WrapStrategy as unknown as { name(): string };
      const clip = WrapStrategy.CLIP as unknown as { compareTo(other: unknown): number };
      return [first.name(), clip.compareTo(WrapStrategy.WRAP)];
    },
  },
]);

function named(object: object, name: string): unknown {
  return (object as unknown as Record<string, unknown>)[name];
}
