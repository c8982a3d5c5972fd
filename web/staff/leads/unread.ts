import { useEffect, useRef } from 'preact/hooks';
import type { ListedLead } from '../../../src/leads/lead/lead-view';
import { announce } from '../../shared/announcer';
import { createStore } from '../../shared/store';
import { beep } from '../sound';
import { browserStorage } from '../storage';
import type { Whose } from './lead-address';
import * as TEXTS from './texts';

type Waiting = Pick<ListedLead, 'id' | 'waitingFor' | 'waitingSince' | 'lastText'>;

const STORAGE_KEY = 'readTexts';
const MAX_REMEMBERED = 500;

/** The last text that was read on this device, by the ID of its lead. */
export const seen = createStore<Readonly<Record<string, string>>>(
  JSON.parse(browserStorage.getItem(STORAGE_KEY) ?? '{}'),
);

/** Tells whether a text waits for an answer that nobody has opened on this device. */
export function isUnread(lead: Waiting, read: Readonly<Record<string, string>>): boolean {
  return lead.waitingFor === 'you' && lead.lastText !== null && read[lead.id] !== markOf(lead);
}

export function markRead(lead: Waiting): void {
  if (!isUnread(lead, seen.get())) return;
  const { [lead.id]: _, ...others } = seen.get();
  const kept = Object.entries(others).slice(1 - MAX_REMEMBERED);
  seen.set({ ...Object.fromEntries(kept), [lead.id]: markOf(lead) });
  browserStorage.setItem(STORAGE_KEY, JSON.stringify(seen.get()));
}

function markOf({ waitingSince, lastText }: Waiting): string {
  return `${waitingSince} ${lastText}`;
}

/** Sounds, and notifies where that is allowed, for each text that comes in while the page is open. */
export function useArrivals(waiting: readonly ListedLead[] | undefined, whose: Whose | undefined): void {
  const known = useRef<Set<string> | undefined>(undefined);
  // Another list has texts that came in before.
  useEffect(() => {
    known.current = undefined;
  }, [whose]);
  useEffect(() => {
    if (!waiting) return;
    const texts = waiting.filter(({ lastText }) => lastText !== null);
    const arrived = texts.filter((lead) => known.current?.has(`${lead.id} ${markOf(lead)}`) === false);
    known.current = new Set(texts.map((lead) => `${lead.id} ${markOf(lead)}`));
    const [first] = arrived;
    if (!first) return;
    announce(TEXTS.list.cameIn(first.name));
    beep();
    for (const lead of arrived) notify(lead);
  }, [waiting?.map((lead) => `${lead.id} ${markOf(lead)}`).join()]);
}

function notify({ id, name, lastText }: ListedLead): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    new Notification(TEXTS.list.cameIn(name), { body: lastText ?? '', tag: id });
  } catch {
    // Browsers of phones let only a worker notify: there the sound has to do.
  }
}
