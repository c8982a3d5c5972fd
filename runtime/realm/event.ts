import type { EditPlace } from '../execution/run';
import { scriptApp } from '../script-app/script-app.realm';
import { spreadsheetApp } from '../spreadsheet/spreadsheet-app.realm';

interface Told {
  authMode?: unknown;
  editedAt?: EditPlace;
}

/** An event as a trigger gets it: with this realm's own objects where only names could come in. */
export function toEvent(told: unknown): unknown {
  const { authMode, editedAt } = (told ?? {}) as Told;
  return isMode(authMode) || editedAt ? withRange(withMode(told as Told)) : told;
}

function withMode(event: Told): Told {
  const { authMode } = event;
  return isMode(authMode) ? { ...event, authMode: scriptApp.AuthMode[authMode] } : event;
}

/** The range where somebody has typed is made when it is first asked for. */
function withRange({ editedAt, ...event }: Told): object {
  if (!editedAt) return event;
  const { tab, a1 } = editedAt;
  const range = () => spreadsheetApp.getActiveSpreadsheet().getSheetByName(tab)?.getRange(a1);
  return Object.defineProperty(event, 'range', { enumerable: true, get: range });
}

function isMode(name: unknown): name is keyof typeof scriptApp.AuthMode {
  return typeof name === 'string' && Object.keys(scriptApp.AuthMode).includes(name);
}
