import type { Desk } from '../harness/local';

/** So many hours with a check now and then, in place of one every five minutes: three an hour are enough for all that is due. */
export async function passHours(desk: Desk, hours: number, checks = 3 * hours): Promise<void> {
  const { triggers } = desk.local.services;
  const own = triggers.list();
  desk.stopTimers();
  for (let check = 0; check < checks; check++) {
    await desk.advance((hours * 3_600_000) / checks);
    await desk.checkByTimer();
  }
  for (const { id: _, ...trigger } of own) triggers.add(desk.local.scripts.desk, trigger);
}
