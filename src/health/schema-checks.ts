import { properties } from '../platform/platform';
import { ACCESS_REMEDY, listAccessProblems } from '../platform/spreadsheet';
import { LayoutError } from '../platform/user-error';
import { listMissingRows, readSchema, schemaOf, Tab, type TabSchema, tabColumns } from '../tables/sheet';
import { type HealthCheck, toOk, toProblem } from './checks';
import type { Finding } from './report';

/** Checks that the sheet has what this version needs: all tabs, columns and rows of settings that were deleted or renamed. */
export function schemaChecks(tabs: readonly TabSchema[]): HealthCheck[] {
  return [
    {
      light: 'in',
      label: 'Columns of the sheet',
      find: () =>
        readSchema() === schemaOf(tabs)
          ? toOk('The columns of the sheet are up to date.')
          : toProblem('The columns of the sheet are out of date.', 'Choose Set up.'),
    },
    {
      light: 'in',
      label: 'Access to the sheet',
      find: () =>
        listAccessProblems(properties().getProperties()).map((problem) => toProblem(problem, ACCESS_REMEDY)),
    },
    {
      light: 'in',
      label: 'Missing in the sheet',
      find: () => tabs.flatMap((tab) => missingIn(tab).map(withCure)),
    },
  ];
}

/** A `UserError` says what is wrong, and in the sentences after that what helps. */
function withCure(message: string): Finding {
  const [, sentence = message, cure] = /^(.*?\.) (.*)$/s.exec(message) ?? [];
  return toProblem(sentence, cure);
}

function missingIn(tab: TabSchema): string[] {
  try {
    const { header } = new Tab(tab);
    const columns = Object.keys(tabColumns(tab)).filter((name) => !header.has(name));
    if (columns.length > 0) return columns.map((name) => header.missing(name).message);
    return 'entries' in tab ? listMissingRows(tab) : [];
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return [error.message];
  }
}
