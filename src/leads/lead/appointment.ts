import { describeVehicle } from '../scoring/alert-text';
import type { Lead, Vehicle } from '../tables';

const MAX_LINE_BYTES = 74;

/** The next step of a lead as a calendar of one event (RFC 5545). A later version of it replaces an earlier one. */
export function toCalendar(lead: Lead, vehicle: Vehicle | undefined): string {
  const { id, name, phone, location, nextStep, nextAt, updatedAt, version } = lead;
  const step = nextStep || 'appointment';
  const about = [phone, vehicle ? describeVehicle(vehicle) : '', id].filter(Boolean).join('\n');
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
    `SUMMARY:${escaped(`${step.charAt(0).toUpperCase()}${step.slice(1)}: ${name}`)}`,
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
