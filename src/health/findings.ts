import type { KeyValues } from '../tables/key-values';
import type { Table } from '../tables/table';
import { layoutOf, readLayout } from './layout';
import { type Usage, usedInDay } from './usage';
import { VERSION } from './version';

/** A line of Health: what is looked at, and how it stands. */
export interface Finding {
  what: string;
  how: string;
  /** Somebody has to do something about it. */
  isTrouble?: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What triggers may run in a day, by account (platform facts 7). */
const TRIGGER_MINUTES = { free: 90, workspace: 360 };
/** From here on it is worth knowing. */
const MUCH = 0.9;

export function findTimerMinutes(usage: Usage<'ms'>, now: number): Finding {
  const minutes = usedInDay(usage, now, 'ms') / MINUTE_MS;
  const { free, workspace } = TRIGGER_MINUTES;
  return {
    what: 'Timer minutes',
    how: `About ${minutes.toFixed(1)} of ${free} in the last 24 hours (${workspace} in a Workspace).`,
    isTrouble: minutes > free * MUCH,
  };
}

export function findVersions(tabs: readonly (Table | KeyValues)[]): Finding[] {
  const [stands, wanted] = [readLayout(), layoutOf(tabs)];
  const how = stands === wanted ? `${stands}, as this version wants it.` : differs(stands, wanted);
  return [
    { what: 'Version', how: VERSION },
    { what: 'Layout of the sheet', how, isTrouble: stands !== wanted },
  ];
}

/** `3 minutes` */
export function inWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (ms < 2 * HOUR_MS) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / DAY_MS)} days`;
}

function differs(stands: string, wanted: string): string {
  const now = stands === '' ? 'It is not known' : `It is ${stands}`;
  return `${now}, and this version wants ${wanted}: choose Set up in the menu.`;
}
