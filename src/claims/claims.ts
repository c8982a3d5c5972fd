import { BLOB } from './blob';
import { CACHE } from './cache';
import type { Claim } from './claim';
import { DRIVE } from './drive';
import { FOUNDATIONS } from './foundations';
import { GMAIL } from './gmail';
import { JAVASCRIPT } from './javascript';
import { LOCK } from './lock';
import { OUTPUT } from './output';
import { PROPERTIES } from './properties';
import { SCRIPT_APP } from './script-app';
import { SESSION } from './session';
import { SHEET_FIND } from './sheet-find';
import { SHEET_GRID } from './sheet-grid';
import { SHEET_LINKS } from './sheet-links';
import { SHEET_ROWS } from './sheet-rows';
import { SHEET_RULES } from './sheet-rules';
import { SHEET_TEXT } from './sheet-text';
import { SHEET_VALUES } from './sheet-values';
import { URL_FETCH } from './url-fetch';
import { UTILITIES } from './utilities';

/** Everything that is taken for granted about Google and that a script can try by itself, what matters most first. */
export const CLAIMS: readonly Claim[] = [
  ...FOUNDATIONS,
  ...SHEET_TEXT,
  ...SHEET_VALUES,
  ...SHEET_GRID,
  ...SHEET_ROWS,
  ...SHEET_RULES,
  ...SHEET_FIND,
  ...SHEET_LINKS,
  ...GMAIL,
  ...DRIVE,
  ...LOCK,
  ...PROPERTIES,
  ...CACHE,
  ...SCRIPT_APP,
  ...SESSION,
  ...URL_FETCH,
  ...OUTPUT,
  ...UTILITIES,
  ...BLOB,
  ...JAVASCRIPT,
];
