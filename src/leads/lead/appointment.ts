import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as v from 'valibot';
import { ascii, getCachedSigningSecret, isEqualBytes, toBase36 } from '../../accounts/tokens';
import { described, withExample } from '../../http/described';
import { orNotFound } from '../../http/http-error';
import { findPublicUrl } from '../../http/public-address';
import { type Call, Response, type Routes, route } from '../../http/route';
import { find } from '../../tables/tables';
import { findLeads } from '../merged';
import { describeVehicle } from '../scoring/alert-text';
import { type Lead, VEHICLES, type Vehicle } from '../tables';

const MAX_LINE_BYTES = 74;

const CalendarQuery = v.strictObject({
  key: described(v.string(), 'The key in the `calendarUrl` of the lead.', '4f0k2d9x1c7m3q8z5v6b0n'),
});
type CalendarQuery = v.InferOutput<typeof CalendarQuery>;

export const APPOINTMENT_ROUTES: Routes = {
  'GET /v1/leads/:id/calendar.ics': route({
    summary:
      'Returns the next step of a lead as an event for the calendar of the person, without a credential',
    access: 'public',
    query: CalendarQuery,
    response: withExample(v.string(), 'BEGIN:VCALENDAR'),
    responseType: 'text/calendar',
    handle: getForPerson,
  }),
};

/** The link can be derived from no other, since whoever has it may read what is planned by then. */
function getForPerson({ params: { id = '' }, query: { key } }: Call<undefined, CalendarQuery>): Response {
  const isGenuine = isEqualBytes(ascii(key), ascii(keyOf(id)));
  const lead = isGenuine ? findLeads([id]).get(id) : undefined;
  return toCalendarResponse(orNotFound(lead, `appointment ${id}`), { isForPerson: true });
}

/** The link that a text to the person can have; null where nothing is planned, or nobody knows the address from outside. */
export function findCalendarUrl({ id, nextAt }: Lead): string | null {
  const address = Number.isNaN(nextAt.getTime()) ? undefined : findPublicUrl();
  return address === undefined ? null : `${address}/v1/leads/${id}/calendar.ics?key=${keyOf(id)}`;
}

function keyOf(leadId: string): string {
  return toBase36(hmac(sha256, ascii(getCachedSigningSecret()), ascii(`appointment ${leadId}`))).slice(-22);
}

/** @throws HttpError 404 where nothing is planned */
export function toCalendarResponse(lead: Lead, { isForPerson = false } = {}): Response {
  const isPlanned = !Number.isNaN(lead.nextAt.getTime());
  const planned = orNotFound(isPlanned ? lead : undefined, `appointment of ${lead.id}`);
  const vehicle = planned.vehicleId === '' ? undefined : find(VEHICLES, planned.vehicleId);
  const headers = { 'content-type': 'text/calendar; charset=utf-8' };
  return new Response(toCalendar(planned, vehicle, isForPerson), { headers });
}

/** The next step of a lead as a calendar of one event (RFC 5545). A later version of it replaces an earlier one. */
function toCalendar(lead: Lead, vehicle: Vehicle | undefined, isForPerson: boolean): string {
  const { id, name, phone, location, nextStep, nextAt, updatedAt, version } = lead;
  const step = nextStep || 'appointment';
  const title = `${step.charAt(0).toUpperCase()}${step.slice(1)}`;
  const car = vehicle ? describeVehicle(vehicle) : '';
  const about = (isForPerson ? [car] : [phone, car, id]).filter(Boolean).join('\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sheetdesk//Leads//EN',
    'BEGIN:VEVENT',
    `UID:${id}@sheetdesk`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${toStamp(updatedAt)}`,
    `DTSTART:${toStamp(nextAt)}`,
    'DURATION:PT30M',
    `SUMMARY:${escaped(isForPerson ? title : `${title}: ${name}`)}`,
    `DESCRIPTION:${escaped(about)}`,
    ...(location === '' ? [] : [`LOCATION:${escaped(location)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** `20261123T150000Z` */
function toStamp(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  const whole = text.replace(/\p{Cs}/gu, '\uFFFD');
  return whole.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');
}

/** Long lines go on in the next one, behind a blank; no character is cut in two. */
function fold(line: string): string {
  let [folded, length] = ['', 0];
  for (const character of line) {
    const bytes = encodeURIComponent(character).replace(/%../g, '-').length;
    if (length + bytes > MAX_LINE_BYTES) [folded, length] = [`${folded}\r\n `, 1];
    folded += character;
    length += bytes;
  }
  return folded;
}
