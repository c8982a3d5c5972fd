import type { Lead, Vehicle } from '../tables';

/** Two segments: in the alphabet of GSM, and in UCS-2, which any other character makes of the whole text. */
const MAX_PLAIN = 306;
const MAX_UNICODE = 134;
const MAX_NAME = 40;
const MAX_VEHICLE = 40;
const MAX_REASONS = 3;

/**
 * Text for the agent of a hot lead: who it is, how to reach them and the score; then why and the vehicle, as far as two
 * segments have room for them.
 */
export function toAlertText(
  lead: Lead,
  { vehicle, isUntouched }: { vehicle: Vehicle | undefined; isUntouched: boolean },
): string {
  const { id, phone, email, score, reasons } = lead;
  const why = [...reasons].sort((a, b) => b.points - a.points).map(({ rule }) => rule);
  const optional = [
    vehicle ? `${shorten(describeVehicle(vehicle), MAX_VEHICLE)} (${vehicle.id}).` : '',
    why.length > 0 ? `${why.slice(0, MAX_REASONS).join(', ')}.` : '',
  ];
  const what = isUntouched ? 'Nobody has touched hot lead' : 'Hot lead';
  const start = `${what} ${id}: ${shorten(lead.name, MAX_NAME)}, ${phone || email}, score ${score}.`;
  return optional.reduce((text, part) => {
    const longer = `${text} ${part}`.trim();
    const limit = /^[\x20-\x7e]*$/.test(longer) ? MAX_PLAIN : MAX_UNICODE;
    return longer.length <= limit ? longer : text;
  }, start);
}

/** `2019 Toyota Corolla` */
export function describeVehicle({ year, make, model }: Vehicle): string {
  return [year ?? '', make, model].join(' ').trim();
}

/** Puts a text on one line and cuts it. */
function shorten(text: string, maxCharacters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 3)}...` : line;
}
