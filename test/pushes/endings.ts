import type { Fault } from '../../runtime/execution/faults';
import { IS_SQL } from '../harness/engine';
import type { PushDesk } from './push-desk';

/** The last call of an execution may not come. */
export const FAULTS = IS_SQL ? 5 : 2;

const MINUTE = 60_000;

export type Ending = Omit<Fault, 'call'>;
export const ENDINGS: [string, Ending][] = [
  ['killed, and what was not flushed is lost', { kind: 'kill after', writes: 'lost' }],
  ['killed, and what was not flushed is applied', { kind: 'kill before', writes: 'applied' }],
  ['an error, and nothing was done', { kind: 'throw before' }],
  ['an error, and it was done all the same', { kind: 'throw after' }],
];

/** The timer until nothing is due: the first row for the broken endpoint waits for a minute, and works then. */
export async function deliverAll(desk: PushDesk): Promise<void> {
  await desk.deliverAfter(11 * MINUTE);
  desk.receiver.behaviours.delete('/broken');
  for (let times = 0; times < 4 && desk.rows('Outbox').length > 0; times++)
    await desk.deliverAfter(11 * MINUTE);
  desk.receiver.behaviours.set('/broken', { status: 500 });
}
