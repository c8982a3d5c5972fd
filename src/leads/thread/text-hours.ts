import { addDays, dayAt, timeOfDay } from '../../platform/day';
import { deskTimeZone } from '../../platform/time-zone';
import { leadLists } from '../lists';
import type { Lead } from '../tables';

/**
 * Epoch ms of the next moment at which an automatic text may go out to a lead: this one, or when the hours of the Lists tab
 * begin again, in the zone of the lead's location, else of the sheet. A phone number says nothing of where somebody is.
 */
export function nextTextTime({ location }: Pick<Lead, 'location'>, now: number): number {
  const { zones, settings } = leadLists();
  const place = location.trim().toLowerCase();
  // The last of several rows counts.
  const zone = [...zones].reverse().find((one) => one.location === place)?.zone ?? deskTimeZone();
  const day = dayAt(now, zone);
  const [from, to] = settings.textHours;
  if (now >= timeOfDay(day, to * 60, zone)) return timeOfDay(addDays(day, 1), from * 60, zone);
  return Math.max(now, timeOfDay(day, from * 60, zone));
}
