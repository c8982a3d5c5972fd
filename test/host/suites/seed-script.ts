/** What the owner of a new desk does, on a database. */
import { CAFES } from '../../../src/cafe/tables';
import { type Row, writeAll } from '../../../src/tables/tables';
import * as write from '../../../src/tables/writes';

export { migrate } from '../../../host/server/migrate';
export { seedDemo } from '../../../local/demo/seed-demo';

export type NewCafe = Pick<Row<typeof CAFES>, 'id' | 'name' | 'currency' | 'timeZone' | 'taxPercent'>;

export function addCafes(cafes: readonly NewCafe[]): void {
  const others = {
    maxDrafts: null,
    openingHours: '',
    specialHours: '',
    isPaused: false,
    lateSoonMinutes: null,
    lateMinutes: null,
    preparationMinutes: null,
  };
  writeAll(
    write.insert(
      CAFES,
      cafes.map((cafe) => ({ ...others, ...cafe, version: 0 })),
    ),
  );
}
