import type { ZoneClock } from './zone-clock';

/** A date alone is read in UTC, with a time in local time: ECMA-262, Date Time String Format. */
const ISO_DATE = /^([+-]\d{6}|\d{4})(-\d\d){0,2}$/;
const ISO_TIME = /^([+-]\d{6}|\d{4})(-\d\d){0,2}T\d\d:\d\d(:\d\d(\.\d+)?)?$/;

/** Other text that V8 takes for a zone: a word, or an offset behind a time. */
const ZONE = /\b(utc?|gmt|z|[ecmp][sd]t)\b|\dz|:\d\d(\.\d+)?\s*([ap]m)?\s*[+-]\s*\d/i;

/** Parses a date as V8 does, without a zone in the script's. `parse` is V8's, which takes the machine's. */
export function parseDate(text: string, parse: (text: string) => number, clock: ZoneClock): number {
  const instant = parse(text);
  if (Number.isNaN(instant) || ISO_DATE.test(text)) return instant;
  if (ISO_TIME.test(text)) return clock.toInstant(parse(`${text}Z`));
  if (ZONE.test(withoutComments(text))) return instant;
  return clock.toInstant(parse(`${text} UTC`));
}

/** V8 skips what is in parentheses, such as the name of the zone. */
function withoutComments(text: string): string {
  let depth = 0;
  return [...text]
    .filter((character) => {
      if (character === '(') depth++;
      const isKept = depth === 0;
      if (character === ')' && depth > 0) depth--;
      return isKept;
    })
    .join('');
}
