import { formatClock } from '../shared/cafe-time';
import { createStore, useStore } from '../shared/store';
import * as TEXTS from './texts';

/** Epoch ms of the first request without a response since the last one that had one. */
export const offlineSince = createStore<number | undefined>(undefined);

/** True while a request waits because the service is busy. */
export const isServiceBusy = createStore(false);

/** Number of changes made here that the server does not have yet. */
export const waitingChanges = createStore(0);

export function noteConnected(): void {
  if (offlineSince.get() !== undefined) offlineSince.set(undefined);
}

export function noteOffline(): void {
  if (offlineSince.get() === undefined) offlineSince.set(Date.now());
}

/** Bar as wide as the page while the server cannot be reached: what is shown may be out of date. */
export function ConnectionBar({ timeZone }: { timeZone: string | undefined }) {
  const since = useStore(offlineSince);
  const isBusy = useStore(isServiceBusy);
  const count = useStore(waitingChanges);
  const waiting = count > 0 ? TEXTS.connection.waiting(count) : '';
  const offline = since !== undefined && TEXTS.connection.offline(formatClock(since, timeZone)) + waiting;
  return (
    <p class="strip connection" role="status">
      {offline || (isBusy && TEXTS.connection.busy(waiting))}
    </p>
  );
}
