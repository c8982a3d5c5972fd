import type { EditPlace } from '../execution/run';
import { scriptApp } from '../script-app/script-app.realm';
import { spreadsheetApp } from '../spreadsheet/spreadsheet-app.realm';

interface PlainEvent {
  authMode?: unknown;
  editedAt?: EditPlace;
}

/** The event as a trigger receives it: names become this realm's own objects. */
export function toEvent(event: unknown): unknown {
  const { authMode, editedAt } = (event ?? {}) as PlainEvent;
  return isMode(authMode) || editedAt ? withRange(withMode(event as PlainEvent)) : event;
}

function withMode(event: PlainEvent): PlainEvent {
  const { authMode } = event;
  return isMode(authMode) ? { ...event, authMode: scriptApp.AuthMode[authMode] } : event;
}

/** The edited range is made when it is first read. */
function withRange({ editedAt, ...event }: PlainEvent): object {
  if (!editedAt) return event;
  const { tab, a1 } = editedAt;
  const range = () => spreadsheetApp.getActiveSpreadsheet().getSheetByName(tab)?.getRange(a1);
  return Object.defineProperty(event, 'range', { enumerable: true, get: range });
}

function isMode(name: unknown): name is keyof typeof scriptApp.AuthMode {
  return typeof name === 'string' && Object.keys(scriptApp.AuthMode).includes(name);
}
