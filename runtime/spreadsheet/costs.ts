import { type Cost, type Costs, FREE } from '../execution/costs';
import type { SpreadsheetCalls } from './calls';

const SHEET: Cost = { ms: 10 };
const GRID: Cost = { ms: 150 };
const CELLS_READ: Cost = { ms: 80, perCell: 0.009 };
const CELLS_WRITTEN: Cost = { ms: 80, perCell: 0.012 };
const CELLS_SEARCHED: Cost = { ms: 300, perCell: 0.004 };

export const COSTS: Costs<SpreadsheetCalls> = {
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
};
