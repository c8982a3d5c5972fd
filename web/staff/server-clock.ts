import { createStore } from '../shared/store';

/** Difference that comes of the whole seconds of the header, and of the way. */
const TOLERANCE_MS = 10_000;

let offset = 0;
/** Lead of the clock here over one that nobody sets, when the offset was measured. */
let measuredAt: number | undefined;

/** Epoch ms by the server's clock, since that of a tablet may be wrong by minutes. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** The same, every second. */
export const now = createStore(serverNow());
setInterval(() => now.set(serverNow()), 1_000);

/** Measures once, and again when somebody has set the clock here. `date` is as in the header of an answer. */
export function noteServerTime(date: string | null): void {
  const ahead = Date.now() - performance.now();
  if (date === null || (measuredAt !== undefined && Math.abs(ahead - measuredAt) < TOLERANCE_MS)) return;
  measuredAt = ahead;
  const difference = Date.parse(date) - Date.now();
  offset = Math.abs(difference) < TOLERANCE_MS ? 0 : difference || 0;
  now.set(serverNow());
}
