import * as v from 'valibot';
import { described } from '../http/described';
import { Response } from '../http/route';
import { OUTBOX } from '../outbox/jobs';
import { writeAll } from '../tables/tables';
import * as write from '../tables/writes';
import type { EventSource, MadeChange } from './event-source';
import { pushNow } from './push-now';

/** Response of a push that is made again, with the field that says what it is about. */
export const pushQueued = (field: string, exampleId: string) =>
  v.strictObject({
    id: described(v.string(), 'The ID of the event, which stays the same.', exampleId),
    [field]: v.string(),
    status: described(
      v.literal('queued'),
      'Always queued. It is pushed at once; if that fails, the timer retries it.',
    ),
  });

/**
 * Pushes an event once more. It keeps its ID, so that an endpoint that has it can ignore it. Endpoints are called at once,
 * failing ones too: one that has just been repaired is what this is for.
 */
export function repeatPush<E extends { id: string; version: number }>(
  source: EventSource<E>,
  { job, entity }: MadeChange<E>,
  field: string,
): Response {
  const again = { ...job, id: `${job.id} again ${Utilities.getUuid()}` };
  writeAll(write.insert(OUTBOX, [again]));
  pushNow(source, [{ job: again, entity }], { wakes: true, toFailing: true });
  return new Response({ id: job.id, [field]: entity.id, status: 'queued' }, { status: 202 });
}
