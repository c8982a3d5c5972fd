import type { EditPlace } from '../protocol/run';
import { spreadsheetApp } from './spreadsheet/spreadsheet-app';

/** The event of an edit as a trigger gets it: with the range itself, made when it is first asked for. */
export function withRange(event: unknown): unknown {
  const { editedAt, ...others } = (event ?? {}) as { editedAt?: EditPlace };
  if (!editedAt) return event;
  const { tab, a1 } = editedAt;
  const range = () => spreadsheetApp.getActiveSpreadsheet().getSheetByName(tab)?.getRange(a1);
  return Object.defineProperty(others, 'range', { enumerable: true, get: range });
}
