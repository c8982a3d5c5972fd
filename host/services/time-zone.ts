import { toTimeZone } from '../../src/platform/day';
import { perExecution } from '../../src/platform/execution';
import { declareSettings, readSettings } from '../../src/platform/settings';

/** The setting of a desk that has moved here from a sheet, or whose owner has set it. */
export const TIME_ZONE = 'timeZone';
declareSettings(/^timeZone$/);

/** Every row that is counted asks for it. */
const known = perExecution(read);

/** The time zone in which the desk counts its days, `Europe/Berlin`; UTC where nobody has said. */
export function deskTimeZone(): string {
  return known.current;
}

/** Zones by the words of the setting: to look one up anew takes longer than to make the row that is counted. */
const zones = new Map<string, string>();

function read(): string {
  const { [TIME_ZONE]: text = 'UTC' } = readSettings();
  const zone = zones.get(text) ?? toTimeZone(text);
  if (zone !== undefined) {
    zones.set(text, zone);
    return zone;
  }
  throw new Error(`The time zone must be a name such as Europe/Berlin (got "${text}").`);
}

({ deskTimeZone }) satisfies typeof import('../../src/platform/time-zone');
