import type { Grants } from '../account/grants';
import type { Doubts } from '../doubts';
import type { Service } from '../execution/service';
import { Access } from './access';
import type { SpreadsheetCalls } from './calls';
import { cellHandlers } from './cell-handlers';
import { COSTS } from './costs';
import { findHandlers } from './finder';
import { protectionHandlers } from './protection';
import { rangeHandlers } from './range-handlers';
import { sheetHandlers } from './sheet-handlers';
import type { Spreadsheets } from './spreadsheets';
import { uiHandlers } from './ui-handlers';

/** Parts that SpreadsheetApp works on. */
interface SpreadsheetParts {
  spreadsheets: Spreadsheets;
  grants: Grants;
  google: { address: string };
  doubts: Doubts;
}

/** SpreadsheetApp: shared grids behind a write buffer for each execution. */
export function spreadsheetService({
  spreadsheets,
  grants,
  google,
  doubts,
}: SpreadsheetParts): Service<SpreadsheetCalls> {
  const access = new Access({ books: spreadsheets.books, grants, owner: google.address, doubts });
  return {
    costs: COSTS,
    handlers: {
      ...cellHandlers(access),
      ...rangeHandlers(access),
      ...sheetHandlers(access),
      ...protectionHandlers(access),
      ...findHandlers(access),
      ...uiHandlers(spreadsheets.menusByScript, grants),
    },
    finish: (execution) => access.session(execution).flush(),
    applyBuffered: (execution, writes) => access.applyBuffered(execution, writes),
    release: (execution) => access.release(execution),
  };
}
