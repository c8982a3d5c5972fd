import type { OrderView } from '../../src/cafe/orders/order-view';
import { formatMoment } from '../shared/cafe-time';
import { Glyph } from '../shared/glyph';
import { callNumber } from '../shared/order-number';
import { describe } from './describe';
import * as TEXTS from './texts';
import { nameAbroad } from './times';

interface ProgressProps {
  order: OrderView;
  zone: string;
}

/** Progress of the order. */
export function Progress({ order, zone }: ProgressProps) {
  const { id, status, pickupAt } = order;
  const { headline, details } = describe(order);
  const isAwaited = status !== 'cancelled' && status !== 'completed';
  return (
    <section class={`card progress ${status}`} aria-labelledby="status">
      <h2 id="status">{headline}</h2>
      {details.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      {isAwaited && status !== 'draft' && (
        <p class="number">
          {TEXTS.number} <strong>{callNumber(id)}</strong>
        </p>
      )}
      {isAwaited && pickupAt !== null && (
        <p>{TEXTS.pickup(formatMoment(pickupAt, zone, nameAbroad(zone)))}</p>
      )}
      {status !== 'cancelled' && status !== 'draft' && <Steps order={order} zone={zone} />}
    </section>
  );
}

const STEPS = ['placed', 'accepted', 'preparing', 'ready', 'completed'] as const;

/** Steps that are done, the current one and those to come, with the times at which they were reached. */
function Steps({ order: { status, history }, zone }: ProgressProps) {
  const current = (STEPS as readonly string[]).indexOf(status);
  return (
    <ol class="steps" aria-label={TEXTS.steps.label}>
      {STEPS.map((step, index) => {
        const at = index <= current && history.filter((entry) => entry.status === step).at(-1)?.at;
        return (
          <li key={step} aria-current={index === current ? 'step' : undefined}>
            <StepGlyph isReached={index <= current} />
            <span>
              {TEXTS.steps[step]}
              {index < current && <span class="visually-hidden"> ({TEXTS.steps.done})</span>}
            </span>
            {at && <time dateTime={at}>{formatMoment(at, zone)}</time>}
          </li>
        );
      })}
    </ol>
  );
}

function StepGlyph({ isReached }: { isReached: boolean }) {
  return (
    <Glyph>
      <circle cx="12" cy="12" r="9" />
      {isReached && <path d="m8 12 3 3 5-6" />}
    </Glyph>
  );
}
