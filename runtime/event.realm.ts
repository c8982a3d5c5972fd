import type { EventPlace } from './execution/run';
import { notEmulated } from './realm/host';
import { scriptApp } from './script-app/script-app.realm';
import { session } from './session/session.realm';
import { toSpreadsheet } from './spreadsheet/references.realm';

interface PlainEvent {
  authMode?: unknown;
  place?: EventPlace;
}

/**
 * The event as a trigger receives it: names become this realm's own objects. Its fields:
 * developers.google.com/apps-script/guides/triggers/events
 */
export function toEvent(event: unknown): unknown {
  const { authMode, place } = (event ?? {}) as PlainEvent;
  return isMode(authMode) || isPlace(place) ? withPlace(withMode(event as PlainEvent)) : event;
}

function withMode(event: PlainEvent): PlainEvent {
  const { authMode } = event;
  return isMode(authMode) ? { ...event, authMode: scriptApp.AuthMode[authMode] } : event;
}

/** An argument of a function may have a property of this name too. */
function isPlace(place: EventPlace | undefined): place is EventPlace {
  return typeof place === 'object' && 'spreadsheetId' in place;
}

/** Source, user and range are made when they are read. */
function withPlace({ place, ...event }: PlainEvent): object {
  if (!isPlace(place)) return event;
  const { spreadsheetId, edited, unknown = [] } = place;
  const getters: Record<string, () => unknown> = { source: () => toSpreadsheet(spreadsheetId) };
  // The user is there "if available".
  if (event.authMode !== scriptApp.AuthMode.NONE) getters.user = () => session.getActiveUser();
  if (edited) getters.range = () => editedRange(toSpreadsheet(spreadsheetId), edited);
  for (const name of unknown)
    getters[name] = () => {
      throw notEmulated(`The ${name} of an edit of such a cell`);
    };
  for (const [name, get] of Object.entries(getters))
    Object.defineProperty(event, name, { enumerable: true, get });
  return event;
}

/** The range of an event also has its bounds, which scripts everywhere read: `e.range.rowStart`. */
function editedRange(
  book: GoogleAppsScript.Spreadsheet.Spreadsheet,
  { tab, a1 }: { tab: string; a1: string },
) {
  const range = book.getSheetByName(tab)?.getRange(a1);
  return (
    range &&
    Object.assign(range, {
      columnEnd: range.getLastColumn(),
      columnStart: range.getColumn(),
      rowEnd: range.getLastRow(),
      rowStart: range.getRow(),
    })
  );
}

function isMode(name: unknown): name is keyof typeof scriptApp.AuthMode {
  return typeof name === 'string' && Object.keys(scriptApp.AuthMode).includes(name);
}
