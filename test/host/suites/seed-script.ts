/** What the owner of a new desk does, on a database. */
import { NEW_CAFE } from '../../../src/cafe/cafes';
import { CAFES } from '../../../src/cafe/tables';
import { type Row, writeAll } from '../../../src/tables/tables';
import * as write from '../../../src/tables/writes';

export { migrate } from '../../../host/server/migrate';
export { seedDemo } from '../../../local/demo/seed-demo';

export type NewCafe = Pick<Row<typeof CAFES>, 'id' | 'name' | 'currency' | 'timeZone' | 'taxPercent'>;

export function addCafes(cafes: readonly NewCafe[]): void {
  const added = cafes.map((cafe) => ({ ...NEW_CAFE, ...cafe, version: 0 }));
  writeAll(write.insert(CAFES, added));
}
