import { ARGUMENTS } from './arguments';
import type { Case } from './case';
import { BLOB, DRIVE } from './drive';
import { GMAIL } from './gmail';
import { JAVASCRIPT } from './javascript';
import { SCRIPT_APP } from './script-app';
import { SESSION } from './session';
import { SHEET_CELLS } from './sheet-cells';
import { SHEET_FIND } from './sheet-find';
import { SHEET_FORMULAS } from './sheet-formulas';
import { SHEET_GRID } from './sheet-grid';
import { SHEET_LINKS } from './sheet-links';
import { SHEET_LOOKS } from './sheet-looks';
import { SHEET_RULES } from './sheet-rules';
import { SHEET_SHAPE } from './sheet-shape';
import { SHEET_TEXT } from './sheet-text';
import { SHEET_ROWS, SHEET_VALUES } from './sheet-values';
import { CACHE, LOCK, PROPERTIES } from './storage';
import { UTILITIES } from './utilities';
import { OUTPUT, URL_FETCH, WEB_APP } from './web';

/** Every case that a script can try by itself, the most important first. */
export const CASES: readonly Case[] = [
  ...[SHEET_TEXT, SHEET_VALUES, SHEET_FORMULAS, SHEET_CELLS, SHEET_GRID, SHEET_ROWS, SHEET_RULES],
  ...[SHEET_SHAPE, SHEET_LOOKS, SHEET_FIND, SHEET_LINKS, LOCK, PROPERTIES, CACHE, SESSION, OUTPUT],
  ...[UTILITIES, BLOB, JAVASCRIPT, ARGUMENTS, GMAIL, DRIVE, SCRIPT_APP, URL_FETCH, WEB_APP],
].flat();
