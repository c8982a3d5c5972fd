import { waitingIn } from '../../platform/waiting';
import { NEVER } from '../../tables/tables';
import type { Activity, Message } from '../entries';
import type { Lead } from '../tables';

/** Length of the beginning of a text that a list shows. */
const MAX_CHARACTERS = 120;

/** Statuses in which nobody is waited for, unless a text has come in since. */
const CLOSED: readonly string[] = ['sold', 'lost'];

export function isClosedStatus(status: string): boolean {
  return CLOSED.includes(status.trim().toLowerCase());
}

type Waiting = Pick<Lead, 'waiting' | 'waitingSince' | 'lastText' | 'firstResponseAt'>;
type Told = Pick<Lead, 'thread' | 'activities' | 'createdAt' | 'isOptedOut' | 'status' | 'filter'> &
  Partial<Pick<Lead, 'archived' | 'firstResponseAt'>>;

/** A patch of a lead, with what it changes in who waits. Every write of a thread or status passes here. */
export function withWaiting(lead: Lead, patch: Partial<Lead>): Partial<Lead> {
  return Object.keys(patch).length === 0 ? patch : { ...patch, ...waitingOf({ ...lead, ...patch }) };
}

/**
 * A person waits since the first text that nobody has answered; one whose lead is hot, and whom nobody has contacted, since
 * they asked for a car.
 */
export function waitingOf({ thread, activities, createdAt, isOptedOut, ...lead }: Told): Waiting {
  const status = lead.status.trim().toLowerCase();
  const isClosed = isOptedOut || isClosedStatus(status);
  const ours = timeOf(findLast(thread, isAnswer));
  const closing = findLast(activities, (activity) => activity.what === 'opted_out' || hasSetStatus(activity));
  const settled = Math.max(ours.getTime() || 0, (isClosed && timeOf(closing).getTime()) || 0);
  const asked = thread.find((message) => message.direction === 'inbound' && Date.parse(message.at) > settled);
  const isUntouched = lead.filter === 'hot' && status === 'new' && settled === 0;
  const theirs = asked || !isUntouched ? timeOf(asked) : createdAt;
  const { waitingFor, since = NEVER } = waitingIn({ theirs, ours, isClosed, isNew: true }) ?? {};
  return {
    waiting: waitingFor === 'you',
    waitingSince: since,
    lastText: lastTextOf(thread),
    firstResponseAt: firstResponse({ thread, activities, ...lead }),
  };
}

/** A text that was sent, or a status that somebody has set after a call. What has moved to the archive is not looked at again. */
function firstResponse(lead: Pick<Told, 'thread' | 'activities' | 'archived' | 'firstResponseAt'>): Date {
  const { thread, activities, archived = 0, firstResponseAt = NEVER } = lead;
  if (archived !== 0 && !Number.isNaN(firstResponseAt.getTime())) return firstResponseAt;
  const first = [thread.find(isAnswer), activities.find(hasSetStatus)];
  const times = first.flatMap((entry) => (entry ? Date.parse(entry.at) : []));
  return times.length > 0 ? new Date(Math.min(...times)) : NEVER;
}

/** Tells whether somebody has set the status: a merge only takes over that of the other lead. */
function hasSetStatus({ what, changes }: Activity): boolean {
  return what !== 'merged' && changes?.status !== undefined;
}

/** A text that was not delivered answers nothing, nor does one that is yet to be sent, or that no person wrote. */
function isAnswer(message: Message): boolean {
  const { direction, status, isAutomatic } = message;
  const isLost = status === 'failed' || status === 'undelivered' || status === 'canceled';
  return direction === 'outbound' && !isAutomatic && !isLost && !isScheduled(message);
}

/** A text whose time has not come. */
function isScheduled({ status, sendAt }: Message): boolean {
  return status === 'queued' && sendAt !== undefined;
}

function findLast<E>(entries: readonly E[], isMeant: (entry: E) => boolean): E | undefined {
  return [...entries].reverse().find(isMeant);
}

function timeOf(entry: { at: string } | undefined): Date {
  return entry ? new Date(entry.at) : NEVER;
}

/** The beginning of the last message. A picture without words is shown as what it is. */
export function lastTextOf(thread: readonly Message[]): string {
  const isSaid = (message: Message) => !isScheduled(message) && message.status !== 'canceled';
  const { body = '', media = [] } = findLast(thread, isSaid) ?? {};
  const text = body.trim() || media.map(({ type }) => type).join(', ');
  return text.slice(0, MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
}
