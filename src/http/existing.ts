import { HttpError } from './http-error';

/** @throws HttpError 404 */
export function existing<R>(row: R | undefined, what: string): R {
  if (row === undefined) throw new HttpError(404, 'not_found', `There is no ${what}.`);
  return row;
}
