import { type Claim, onScratchTab, REFERENCE, REPO_TO_SHEETS } from './claim';

/** The text that is read back from a plain text cell. */
function writtenAndRead(text: string): unknown {
  return onScratchTab((sheet) => {
    const cell = sheet.getRange('A1').setNumberFormat('@');
    cell.setValues([[text]]);
    SpreadsheetApp.flush();
    return cell.getValues()[0]?.[0];
  });
}

/** What the desks cannot do without. The menu item Check this account tries these in the owner's account. */
export const FOUNDATIONS: readonly Claim[] = [
  {
    id: 'foundations.text.apostrophe-protects',
    source: REPO_TO_SHEETS,
    expected: '=1+1',
    run: () => writtenAndRead("'=1+1"),
  },
  {
    id: 'foundations.text.apostrophe-is-kept-by-another',
    source: REPO_TO_SHEETS,
    expected: "'s Hertogenbosch",
    run: () => writtenAndRead("''s Hertogenbosch"),
  },
  {
    id: 'foundations.text.plain-cell-keeps-zeros',
    source: REPO_TO_SHEETS,
    expected: '007',
    run: () => writtenAndRead('007'),
  },
  {
    id: 'foundations.sheet.date-comes-back',
    source: REPO_TO_SHEETS,
    expected: '2026-07-01T12:30:15.000Z',
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1').setValue(new Date(Date.UTC(2026, 6, 1, 12, 30, 15)));
        SpreadsheetApp.flush();
        return sheet.getRange('A1').getValue();
      }),
  },
  {
    id: 'foundations.lock.is-held-until-released',
    source: `${REFERENCE}/lock/lock`,
    expected: [true, true, false],
    run: () => {
      const lock = LockService.getScriptLock();
      const isTaken = lock.tryLock(5_000);
      const isHeld = lock.hasLock();
      lock.releaseLock();
      return [isTaken, isHeld, lock.hasLock()];
    },
  },
  {
    id: 'foundations.cache.round-trip',
    source: `${REFERENCE}/cache/cache`,
    expected: ['grüße 😀', null],
    run: () => {
      const cache = CacheService.getScriptCache();
      cache.put('claim', 'grüße 😀', 60);
      const value = cache.get('claim');
      cache.remove('claim');
      return [value, cache.get('claim')];
    },
  },
  {
    id: 'foundations.properties.round-trip',
    source: `${REFERENCE}/properties/properties`,
    expected: ['grüße 😀', null],
    run: () => {
      const properties = PropertiesService.getScriptProperties();
      properties.setProperty('claim', 'grüße 😀');
      const value = properties.getProperty('claim');
      properties.deleteProperty('claim');
      return [value, properties.getProperty('claim')];
    },
  },
  {
    id: 'foundations.digest.is-of-utf8',
    source: `${REFERENCE}/utilities/utilities`,
    expected: 'SplVfkAzw1Od4utlRyAXytX5VX96BiWgnxw/biumnEw=',
    run: () =>
      Utilities.base64Encode(
        Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, 'é', Utilities.Charset.UTF_8),
      ),
  },
];
