import type { OrderView } from '../../../src/cafe/orders/order-view';
import { useStore } from '../../shared/store';
import { cafe } from '../cafe/current-cafe';
import { now } from '../server-clock';
import { isActive } from './active-orders';
import * as TEXTS from './texts';

type Lateness = 'soon' | 'late' | undefined;

const MINUTE = 60_000;

/** Age of an order, and what it means, in words: `04:12`, `07:30 due soon`; until its pickup `in 12:00`. */
export function Age({ order }: { order: OrderView }) {
  const current = useStore(now);
  const lateness = useLateness(order);
  return (
    <span class="age" data-lateness={lateness}>
      {describeAge(order, current)}
      {lateness && <b> {TEXTS.lateness[lateness]}</b>}
    </span>
  );
}

/**
 * An order that waits to be made is late so long after it was placed. One for a later time is late from then on, and
 * due soon as long before as others are.
 */
function useLateness(order: OrderView): Lateness {
  const current = useStore(now);
  const { lateSoonMinutes, lateMinutes } = useStore(cafe) ?? { lateSoonMinutes: 5, lateMinutes: 8 };
  if (order.status === 'ready' || !isActive(order.status)) return undefined;
  const lateAt = Date.parse(order.pickupAt ?? '') || placedAt(order) + lateMinutes * MINUTE;
  if (current >= lateAt) return 'late';
  return current >= lateAt - (lateMinutes - lateSoonMinutes) * MINUTE ? 'soon' : undefined;
}

function describeAge(order: OrderView, current: number): string {
  if (order.status === 'ready') return formatAge(current - lastMoveAt(order));
  const until = Date.parse(order.pickupAt ?? '') - current;
  if (Number.isNaN(until)) return formatAge(current - placedAt(order));
  return until > 0 ? TEXTS.inTime(formatAge(until)) : TEXTS.overdue(formatAge(-until));
}

/** `04:12`, `1:02:03`; not below zero, since clocks differ by seconds. */
function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const parts = [minutes, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return [...(hours > 0 ? [hours] : []), ...parts].join(':');
}

/** Epoch ms. */
export function placedAt({ history, createdAt }: OrderView): number {
  return Date.parse(history.find(({ status }) => status === 'placed')?.at ?? createdAt ?? '') || 0;
}

function lastMoveAt({ history, status, updatedAt }: OrderView): number {
  const last = [...history].reverse().find((step) => step.status === status);
  return Date.parse(last?.at ?? updatedAt ?? '') || 0;
}
