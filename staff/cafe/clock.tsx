import { useStore } from '../../web/shared/store';
import { formatClock } from '../cafe-time';
import { now } from '../server-clock';

/** `14:05` at the cafe. */
export function Clock({ timeZone }: { timeZone: string }) {
  return <time class="clock">{formatClock(useStore(now), timeZone)}</time>;
}
