import type { Method } from './calls';

/** What a call moved, as its handler metered it. */
export interface Usage {
  cells: number;
  characters: number;
  bytes: number;
  items: number;
  /** Modelled ms on top of the call's own price. */
  extraMs: number;
}

/** Modelled milliseconds: p50 of published measurements, most of them estimates from several sources. */
interface Cost {
  ms: number;
  perCell?: number;
  perItem?: number;
}

/** A call that costs nothing and is not counted: on the platform it does not leave the script. */
export const FREE: Cost = { ms: 0 };

const READ: Cost = { ms: 30 };
const WRITE: Cost = { ms: 60 };
const SHEET: Cost = { ms: 10 };
const GRID: Cost = { ms: 150 };
const CELLS_READ: Cost = { ms: 80, perCell: 0.009 };
const CELLS_WRITTEN: Cost = { ms: 80, perCell: 0.012 };
const CELLS_SEARCHED: Cost = { ms: 300, perCell: 0.004 };
const GMAIL: Cost = { ms: 160 };
const DRIVE: Cost = { ms: 300 };

export const EXECUTION_START_MS = 450;
const BYTES_PER_MS = 10_000;

export const COSTS: Record<Method, Cost> = {
  'console.write': FREE,
  'lock.try': { ms: 30 },
  'lock.release': { ms: 20 },
  'lock.holds': FREE,
  'properties.get': READ,
  'properties.getAll': READ,
  'properties.set': WRITE,
  'properties.delete': WRITE,
  'properties.deleteAll': WRITE,
  'spreadsheet.container': FREE,
  'spreadsheet.locate': FREE,
  'spreadsheet.getUi': FREE,
  'spreadsheet.flush': { ms: 0 },
  'spreadsheet.open': SHEET,
  'spreadsheet.describe': SHEET,
  'spreadsheet.describeSheet': SHEET,
  'spreadsheet.change': SHEET,
  'spreadsheet.changeSheet': SHEET,
  'spreadsheet.select': SHEET,
  'spreadsheet.share': SHEET,
  'spreadsheet.setNamedRange': SHEET,
  'spreadsheet.layout': SHEET,
  'spreadsheet.getTrack': SHEET,
  'spreadsheet.setTrack': SHEET,
  'spreadsheet.protect': SHEET,
  'spreadsheet.getProtections': SHEET,
  'spreadsheet.changeProtection': SHEET,
  'spreadsheet.addMenu': SHEET,
  'spreadsheet.show': SHEET,
  'spreadsheet.insertSheet': GRID,
  'spreadsheet.copySheet': GRID,
  'spreadsheet.deleteSheet': GRID,
  'spreadsheet.insert': GRID,
  'spreadsheet.delete': GRID,
  'spreadsheet.move': GRID,
  'spreadsheet.getValues': CELLS_READ,
  'spreadsheet.getDisplayValues': CELLS_READ,
  'spreadsheet.getFormulas': CELLS_READ,
  'spreadsheet.getRichTexts': CELLS_READ,
  'spreadsheet.inspect': CELLS_READ,
  'spreadsheet.setValues': CELLS_WRITTEN,
  'spreadsheet.setValue': CELLS_WRITTEN,
  'spreadsheet.copy': CELLS_WRITTEN,
  'spreadsheet.sort': CELLS_WRITTEN,
  'spreadsheet.clear': CELLS_WRITTEN,
  'spreadsheet.format': SHEET,
  'spreadsheet.appendRow': { ms: 110 },
  'spreadsheet.find': CELLS_SEARCHED,
  'spreadsheet.findOne': CELLS_SEARCHED,
  'spreadsheet.replace': CELLS_SEARCHED,
  'utilities.digest': FREE,
  'utilities.hmac': FREE,
  'utilities.decode': FREE,
  'utilities.gzip': FREE,
  'utilities.ungzip': FREE,
  'utilities.sleep': FREE,
  'gmail.getProfile': GMAIL,
  'gmail.labels.list': GMAIL,
  'gmail.messages.list': GMAIL,
  'gmail.messages.get': GMAIL,
  'gmail.messages.attachments.get': GMAIL,
  'gmail.messages.insert': GMAIL,
  'gmail.messages.import': GMAIL,
  'gmail.history.list': { ms: 290 },
  'drive.files.create': { ms: 900 },
  'drive.files.get': DRIVE,
  'drive.files.list': DRIVE,
  'drive.files.update': DRIVE,
  'drive.files.remove': DRIVE,
  'cache.get': { ms: 5 },
  'cache.getAll': { ms: 5, perItem: 0.05 },
  'cache.put': { ms: 60 },
  'cache.putAll': { ms: 60, perItem: 0.05 },
  'cache.remove': { ms: 60 },
  'cache.removeAll': { ms: 60, perItem: 0.05 },
  'mail.send': { ms: 300 },
  'mail.quota': READ,
  'session.activeUser': FREE,
  'session.effectiveUser': FREE,
  'session.timeZone': FREE,
  'session.temporaryKey': FREE,
  // Not measured by anybody; guesses.
  'script.createTrigger': { ms: 300 },
  'script.triggers': { ms: 100 },
  'script.deleteTrigger': { ms: 200 },
  'script.authorization': READ,
  'script.requireScopes': READ,
  'script.webAppUrl': FREE,
  'script.id': FREE,
  'script.token': FREE,
  'html.file': FREE,
  'urlFetch.fetch': { ms: 160 },
  // In parallel: five took 255 to 270 ms.
  'urlFetch.fetchAll': { ms: 160, perItem: 20 },
};

export function costOf(method: Method, usage: Usage): number {
  const { ms, perCell = 0, perItem = 0 } = COSTS[method];
  return ms + usage.extraMs + perCell * usage.cells + perItem * usage.items + usage.bytes / BYTES_PER_MS;
}
