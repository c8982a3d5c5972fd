import { formatClock } from '../../shared/cafe-time';
import { useStore } from '../../shared/store';
import { now } from '../server-clock';

/** `14:05` at the cafe. */
export function Clock({ timeZone }: { timeZone: string }) {
  return <time class="clock">{formatClock(useStore(now), timeZone)}</time>;
}
