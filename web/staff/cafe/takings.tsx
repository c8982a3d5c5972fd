import type { CafeView } from '../../../src/cafe/cafe-view';
import type { Takings as TakingsView } from '../../../src/cafe/orders/takings';
import { Button } from '../../shared/button';
import { formatMoney } from '../../shared/money';
import { pathOf } from '../api';
import { useReading } from '../resource';
import * as TEXTS from './texts';

const EVERY_S = 5 * 60;

/**
 * Takings of today, without what was paid back; loaded every five minutes, and on a tap. A figure that may
 * be old by some minutes stays where a newer one cannot be had.
 */
export function Takings({ cafe: { id } }: { cafe: CafeView }) {
  const path = pathOf('cafes', id, 'takings');
  const { value: takings, error, reload } = useReading<TakingsView>(path, EVERY_S);
  if (!takings && !error) return null;
  return (
    <Button class="quiet takings" title={TEXTS.takings.refresh} onClick={reload}>
      <span class="soft">{TEXTS.takings.today}</span>{' '}
      <b>{takings ? formatMoney(takings.net, takings.currency) : TEXTS.takings.unknown}</b>{' '}
      {takings && <span class="soft">{describeOrders(takings)}</span>}
    </Button>
  );
}

function describeOrders({ orders, testOrders }: TakingsView): string {
  return orders === 0 && testOrders > 0 ? TEXTS.takings.testOrders(testOrders) : TEXTS.takings.orders(orders);
}
