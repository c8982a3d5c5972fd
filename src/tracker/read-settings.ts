import { readValues } from '../tables/tables';
import { waitingMessage } from './failures';
import type { Progress } from './progress';
import { SETTINGS, type Settings } from './tables';

/** The tab Settings, with what the script's own properties know better where a person has spoilt a cell. */
export function readSettings({ nextCaseNumber = 1, waiting = [] }: Progress, now: number): Settings {
  const values = readValues(SETTINGS);
  return {
    ...values,
    nextCaseNumber: Math.max(values.nextCaseNumber, nextCaseNumber),
    failed: values.failed ?? waiting.map((id) => waitingMessage(id, now)),
  };
}
