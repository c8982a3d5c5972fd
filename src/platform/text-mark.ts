import * as cache from './cache';
import { withScriptLock } from './lock';
import { properties } from './platform';
import { boundSpreadsheet } from './spreadsheet';

/**
 * How text survives being written into a cell whose format is plain text. `apostrophe`: one that is written in front of it
 * is taken for a mark and disappears. `plain`: it stays, so none is written. Google's documentation does not say which;
 * Set up tries it, and keeps in mind that cells may have been written without.
 */
export type TextMark = 'apostrophe' | 'plain' | 'apostrophe after plain';

/** Its name in the cache and among the script's properties. */
export const TEXT_MARK = 'textMark';
/** The property that stays where text has been written without an apostrophe. */
const WAS_PLAIN = 'textMark.wasPlain';
const SCRATCH = 'Sheetdesk text test';
const PROBE = '=1+1';

/** An execution asks once. */
let known: TextMark | undefined;

export function textMark(): TextMark {
  known ??= readTextMark();
  return known;
}

/** For whoever has read it from the cache along with other things. */
export function useTextMark(cached: string | undefined): void {
  if (cached !== undefined) known = toTextMark(cached);
}

/** The cache spares the day's reads of properties. */
function readTextMark(): TextMark {
  const cached = cache.getText(TEXT_MARK);
  if (cached !== undefined) return toTextMark(cached);
  const all = properties().getProperties();
  const hasVanishedSince = all[TEXT_MARK] === 'apostrophe' && WAS_PLAIN in all;
  const stored = hasVanishedSince ? 'apostrophe after plain' : toTextMark(all[TEXT_MARK]);
  cache.setText(TEXT_MARK, stored, cache.MAX_TTL_S);
  return stored;
}

function toTextMark(text: string | undefined): TextMark {
  return text === 'plain' || text === 'apostrophe after plain' ? text : 'apostrophe';
}

/** For Set up: writes a text into a scratch tab, reads it back and stores which way it survives. */
export function detectTextMark(): void {
  const mark = withScriptLock(() => (keepsApostrophe() ? 'plain' : 'apostrophe'));
  if (mark === 'plain') properties().setProperty(WAS_PLAIN, 'yes');
  properties().setProperty(TEXT_MARK, mark);
  if (cache.getText(TEXT_MARK) !== undefined) cache.invalidate(TEXT_MARK);
  known = mark;
}

function keepsApostrophe(): boolean {
  const spreadsheet = boundSpreadsheet();
  // One may have been left behind by a run that was ended.
  const scratch = spreadsheet.getSheetByName(SCRATCH) ?? spreadsheet.insertSheet(SCRATCH);
  const cell = scratch.getRange('A1').setNumberFormat('@').setValue(`'${PROBE}`);
  SpreadsheetApp.flush();
  const content = cell.getValue();
  spreadsheet.deleteSheet(scratch);
  return content === `'${PROBE}`;
}
