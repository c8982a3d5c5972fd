import { invalidateEveryCafe } from '../../src/cafe/cafe-cache';
import { checkCafes } from '../../src/cafe/cell-rules';
import { CAFES } from '../../src/cafe/tables';
import { prompt, showMessage } from '../../src/platform/dialog';
import { UserError } from '../../src/platform/user-error';
import { type Row, scan, writeAll } from '../../src/tables/tables';
import * as write from '../../src/tables/writes';
import { toValue } from '../../src/window/wire-cell';
import { transaction } from '../database/sql';

const TITLE = 'New cafe';

const QUESTIONS = {
  name: 'Name:',
  currency: 'Currency, such as EUR:',
  timeZone: 'Time zone, such as Europe/Berlin:',
  taxPercent: 'Tax included in prices, in percent; empty to show no tax:',
};

/** Adds the row that the tab Cafes has in a sheet. All else of a cafe is set through the API. */
export function addCafe(): void {
  const answers: Record<string, string> = {};
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const answer = prompt(TITLE, question);
    if (answer === undefined) return;
    answers[name] = answer;
  }
  if (answers.name === '') throw new UserError('name must not be empty.');
  const id = transaction(() => {
    const numbers = scan(CAFES, ['id']).map((cafe) => Number(/^C-(\d+)$/.exec(cafe.id)?.[1] ?? 0));
    const cells = { ...answers, id: `C-${Math.max(0, ...numbers) + 1}`, openingHours: '' };
    writeAll(write.insert(CAFES, [toCafe(cells)]));
    return cells.id;
  });
  invalidateEveryCafe();
  showMessage(
    TITLE,
    `${id} has been added. It is always open: opening hours are set by PATCH /v1/cafes/${id}.`,
  );
}

/** @throws UserError */
function toCafe(cells: Readonly<Record<string, string>>): Row<typeof CAFES> {
  const [invalid] = checkCafes([{ row: 1, cells, addressOf: (name) => name }]).invalid;
  if (invalid) throw new UserError(`${invalid.column} ${invalid.problem}`);
  const values = Object.entries(CAFES.columns).map(([name, own]) => [name, toValue(own, cells[name] ?? '')]);
  return { ...Object.fromEntries(values), version: 1 };
}
