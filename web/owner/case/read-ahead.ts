import { onUpdate } from '../bell/notifications';
import { listing } from '../list/listing';
import { route } from '../router';
import { call } from '../server';
import { loadCase, openCases, storeCase } from './open-cases';

/** The number of cases known after the one that is shown, or at the top of the list; so many are read at once. */
const AHEAD = 3;
/** The number of cases looked at: if the last of those is missing, others behind it come along. */
export const REACH = 2 * AHEAD - 1;
/** A case that was read longer ago is shown at once and read again: the sheet may have been edited. */
const MAX_AGE_MS = 5 * 60_000;
/** A list that changes with every key is not worth reading. */
const LIST_PAUSE_MS = 300;

/** The times when cases were read that have not been opened since. */
const readAt = new Map<string, number>();
/** The calls under way, by case number. */
const underWay = new Map<string, Promise<void>>();
/** The cases that were asked for last. */
let wanted: readonly string[] = [];
/** Goes up with new mail: what was asked for before may lack it. */
let generation = 0;
let listTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a case. One that was read ahead needs no call, one that is being read no second one. */
export async function openCase(caseNumber: string): Promise<void> {
  await underWay.get(caseNumber);
  const age = Date.now() - (readAt.get(caseNumber) ?? 0);
  readAt.delete(caseNumber);
  if (age > MAX_AGE_MS) await loadCase(caseNumber);
}

/** Reads the first of these cases, those that are not known, in one call for several steps. */
export function readAhead(caseNumbers: readonly (string | undefined)[]): void {
  wanted = caseNumbers.slice(0, REACH).filter((one) => one !== undefined);
  const isUnknown = (one: string) => !openCases.get().has(one) && !underWay.has(one);
  if (!wanted.slice(0, AHEAD).some(isUnknown) || !navigator.onLine) return;
  const unknown = wanted.filter(isUnknown).slice(0, AHEAD);
  const reading = read(unknown);
  for (const caseNumber of unknown) underWay.set(caseNumber, reading);
}

/** Called once, when the page starts: the first cases of every list are read, and new mail has all read again. */
export function startReadingAhead(): void {
  listing.subscribe(() => {
    clearTimeout(listTimer);
    listTimer = setTimeout(() => {
      if (route.get()?.page !== 'case') readAhead(listing.get().numbers ?? []);
    }, LIST_PAUSE_MS);
  });
  onUpdate(() => {
    generation += 1;
    const rest = [...openCases.get()].filter(([caseNumber]) => !readAt.has(caseNumber));
    readAt.clear();
    openCases.set(new Map(rest));
    readAhead(wanted);
  });
}

async function read(caseNumbers: string[]): Promise<void> {
  const started = generation;
  const since = performance.now();
  try {
    for (const view of await call('getCases', caseNumbers)) {
      if ('ok' in view) continue;
      storeCase(view, since);
      if (started === generation) readAt.set(view.caseNumber, Date.now());
    }
  } catch {
    // Opening the case reads it and says what is wrong.
  }
  for (const caseNumber of caseNumbers) underWay.delete(caseNumber);
}
