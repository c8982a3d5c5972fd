import { announce } from '../../shared/announcer';
import { createStore } from '../../shared/store';
import { listen } from '../listen';
import { beep } from '../sound';
import * as TEXTS from './texts';
import { tickets } from './tickets';

/** The IDs of the orders that have come in and that nobody has looked at: nobody has touched the screen since. */
export const unnoticed = createStore<ReadonlySet<string>>(new Set());

/** Orders that have sounded. */
const known = new Set<string>();

const EVERY_MS = 10_000;

/** Sounds while orders are unnoticed, until somebody touches the screen or a key. Returns a function that ends it. */
export function followNewOrders(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const silence = () => {
    clearInterval(timer);
    timer = undefined;
    if (unnoticed.get().size > 0) unnoticed.set(new Set());
  };
  const update = () => {
    const placed = (tickets.get().get('new') ?? []).filter(({ order }) => order.status === 'placed');
    const ids = placed.map(({ order }) => order.id);
    const added = ids.filter((id) => !known.has(id));
    for (const id of added) known.add(id);
    const waiting = [...unnoticed.get(), ...added].filter((id) => ids.includes(id));
    if (waiting.length !== unnoticed.get().size || added.length > 0) unnoticed.set(new Set(waiting));
    if (waiting.length === 0) return silence();
    if (added.length === 0) return;
    announce(TEXTS.newOrders(added.length));
    clearInterval(timer);
    timer = setInterval(beep, EVERY_MS);
    beep();
  };
  update();
  const unsubscribe = tickets.subscribe(update);
  const unlisten = listen(document, ['pointerdown', 'keydown'], silence, { capture: true });
  return () => {
    unsubscribe();
    silence();
    unlisten();
  };
}
