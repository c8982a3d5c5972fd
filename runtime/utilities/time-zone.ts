import { type ZoneClock, zoneClock } from '../realm/zone-clock';

const clocks = new Map<string, ZoneClock>();

/** The clocks of a zone, which remember what they have measured. */
export function clockOf(zone: string): ZoneClock {
  const clock = clocks.get(zone) ?? zoneClock(zone);
  clocks.set(zone, clock);
  return clock;
}
