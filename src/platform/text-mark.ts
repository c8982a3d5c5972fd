import * as cache from './cache';
import { properties, withScriptLock } from './platform';
import { boundSpreadsheet } from './spreadsheet';

/**
 * How text is written into a cell whose format is plain text. `apostrophe`: Google takes an apostrophe in front of it for
 * a mark and removes it. `plain`: Google keeps it, so none is written. The documentation does not say which, so Set up
 * tries it out. After a change, cells may hold text of either kind.
 */
type TextMark = 'apostrophe' | 'plain' | 'apostrophe after plain';

/** The name in the cache and of the script property. */
export const TEXT_MARK = 'textMark';
/** A property that stays once text has been written without an apostrophe. */
const WAS_PLAIN = 'textMark.wasPlain';
const SCRATCH = 'Sheetdesk text test';
const PROBE = '=1+1';

/** Read once in an execution. */
let known: TextMark | undefined;

export function textMark(): TextMark {
  known ??= readTextMark();
  return known;
}

/** For a caller who has read it from the cache together with other entries. */
export function useTextMark(cached: string | undefined): void {
  if (cached !== undefined) known = toTextMark(cached);
}

/** Cached, so that executions do not use up the day's reads of properties. */
function readTextMark(): TextMark {
  const cached = cache.getText(TEXT_MARK);
  if (cached !== undefined) return toTextMark(cached);
  const all = properties().getProperties();
  const isMarkedSince = all[TEXT_MARK] === 'apostrophe' && WAS_PLAIN in all;
  const stored = isMarkedSince ? 'apostrophe after plain' : toTextMark(all[TEXT_MARK]);
  cache.setText(TEXT_MARK, stored, cache.MAX_TTL_S);
  return stored;
}

function toTextMark(text: string | undefined): TextMark {
  return text === 'plain' || text === 'apostrophe after plain' ? text : 'apostrophe';
}

/** For Set up: writes text into a scratch tab, reads it back and stores the result. */
export function detectTextMark(): void {
  const mark = withScriptLock(() => (keepsApostrophe() ? 'plain' : 'apostrophe'));
  if (mark === 'plain') properties().setProperty(WAS_PLAIN, 'yes');
  properties().setProperty(TEXT_MARK, mark);
  if (cache.getText(TEXT_MARK) !== undefined) cache.invalidate(TEXT_MARK);
  known = mark;
}

function keepsApostrophe(): boolean {
  const spreadsheet = boundSpreadsheet();
  // A run that was cut off may have left one behind.
  const scratch = spreadsheet.getSheetByName(SCRATCH) ?? spreadsheet.insertSheet(SCRATCH);
  const cell = scratch.getRange('A1').setNumberFormat('@').setValue(`'${PROBE}`);
  SpreadsheetApp.flush();
  const content = cell.getValue();
  spreadsheet.deleteSheet(scratch);
  return content === `'${PROBE}`;
}
