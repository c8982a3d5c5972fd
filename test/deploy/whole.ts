import type { AppsScript } from './apps-script';
import type { Newcomer, Said } from './newcomer';

/** A run that ended because the network went away; now it is back. */
export function assertCut({ network }: Newcomer, { code, text }: Said): void {
  network.restore();
  expect([code, text]).toEqual([1, expect.stringContaining('Google could not be reached.')]);
  expect(text).toContain('run the same command again');
}

/** Of the desk one of everything, and what is served is what was pushed. */
export function assertWhole(google: AppsScript): void {
  expect([google.sheets.length, google.scripts.length]).toEqual([1, 1]);
  expect(google.deployed('Case desk').length).toBe(1);
  expect(google.served('Case desk')).toEqual(google.get('Case desk').files);
  expect(google.served('Case desk').map(({ name }) => name)).toEqual([
    'appsscript',
    'Code',
    'index',
    'NOTICE',
  ]);
}
