import { OUTBOX } from '../outbox/jobs';
import { writeAll } from '../tables/tables';
import * as write from '../tables/writes';
import type { EventSource, MadeChange } from './event-source';
import { pushNow } from './push-now';

/**
 * Pushes an event once more. It keeps its ID, so that an endpoint that has it can ignore it. Endpoints are called at once,
 * failing ones too: one that has just been repaired is what this is for.
 */
export function repeatPush<E extends { id: string; version: number }>(
  source: EventSource<E>,
  { job, entity }: MadeChange<E>,
): void {
  const again = { ...job, id: `${job.id} again ${Utilities.getUuid()}` };
  writeAll(write.insert(OUTBOX, [again]));
  pushNow(source, [{ job: again, entity }], { wakes: true, toFailing: true });
}
