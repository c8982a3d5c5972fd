import { VERSION } from '../platform/build';
import { properties } from '../platform/platform';
import { listAccessProblems } from '../platform/spreadsheet';
import { LayoutError } from '../platform/user-error';
import { columnNames, listMissingRows, readSchema, schemaOf, Tab, type TabSchema } from '../tables/sheet';
import { type HealthCheck, toProblem, toStatus } from './checks';

/** The version of the code, and whether the sheet has the columns that it needs. */
export function schemaChecks(tabs: readonly TabSchema[]): HealthCheck[] {
  const stored = properties().getProperties();
  const isCurrent = readSchema(stored) === schemaOf(tabs);
  const detail = isCurrent ? 'Up to date.' : 'Out of date. Choose Set up.';
  return [
    { label: 'Version', detail: `${VERSION} (menu and timer).` },
    { label: 'Columns of the sheet', detail, status: toStatus(!isCurrent) },
    ...listAccessProblems(stored).map(toProblem),
    ...listMissing(tabs),
  ];
}

/** Tabs, columns and rows of settings that were deleted or renamed: all of them. */
function listMissing(tabs: readonly TabSchema[]): HealthCheck[] {
  return tabs.flatMap((tab) => missingIn(tab).map(toProblem));
}

function missingIn(tab: TabSchema): string[] {
  try {
    const { header } = new Tab(tab);
    const columns = columnNames(tab).filter((name) => !header.has(name));
    if (columns.length > 0) return columns.map((name) => header.missing(name).message);
    return 'entries' in tab ? listMissingRows(tab) : [];
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return [error.message];
  }
}
