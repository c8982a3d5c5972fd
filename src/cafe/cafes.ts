import { HttpError } from '../http/http-error';
import { UserError } from '../platform/user-error';
import { columnNames, select } from '../tables/tables';
import { recallOrRead } from './kept';
import { CAFES, type Cafe } from './tables';

/** With its currency in capital letters. @throws HttpError 404 naming `param`, where a field named the cafe */
export function getCafe(id: string, param?: string): Cafe {
  const cafe = recallOrRead('cafe', id, () => findCafe(id) ?? null);
  if (cafe === null) {
    const message = `There is no cafe ${JSON.stringify(id)}.`;
    throw new HttpError(404, 'not_found', message, param === undefined ? {} : { param });
  }
  return { ...cafe, id, currency: assertCurrency(cafe) };
}

function findCafe(id: string): Cafe | undefined {
  return select(CAFES, columnNames(CAFES)).find((one) => one.id.trim() === id);
}

function assertCurrency({ id, currency }: Cafe): string {
  const letters = currency.trim().toUpperCase();
  if (/^[A-Z]{3}$/.test(letters)) return letters;
  throw new UserError(
    `Cafes: the currency of ${id} must be three letters such as EUR (got ${JSON.stringify(currency)}).`,
  );
}
