import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import '../shared/base.css';
import './customer.css';
import type { CafeView } from '../../src/cafe/cafe-view';
import type { OrderView } from '../../src/cafe/orders/order-view';
import { Announcer, announce } from '../shared/announcer';
import { formatMoment } from '../shared/cafe-time';
import { callNumber } from '../shared/order-number';
import { useStore } from '../shared/store';
import { describe } from './describe';
import { type Followed, followed, followOrder } from './follow-order';
import { Progress } from './progress';
import { Receipt } from './receipt';
import * as TEXTS from './texts';

function App() {
  const { order, cafe, problem, answeredAt } = useStore(followed);
  return (
    <>
      <ProblemBar problem={problem} answeredAt={answeredAt} />
      <main>
        {problem === 'missing' && <Missing />}
        {problem !== 'missing' && order && <Order order={order} cafe={cafe} />}
        {problem !== 'missing' && !order && <Opening isTrying={!problem} />}
      </main>
      <Announcer />
    </>
  );
}

/** The bar above says what keeps it from coming. */
function Opening({ isTrying }: { isTrying: boolean }) {
  return (
    <>
      <h1>{TEXTS.order}</h1>
      <p role="status">{isTrying && TEXTS.opening}</p>
    </>
  );
}

function Order({ order, cafe }: { order: OrderView; cafe: CafeView | undefined }) {
  // The browser's own time zone, until the cafe is known.
  const zone = cafe?.timeZone.trim() ?? '';
  const name = cafe?.name.trim();
  useChangesTold(order, name);
  return (
    <>
      <h1>
        <bdi>{name || TEXTS.order}</bdi>
      </h1>
      {order.isTest && <p class="test-mode">{TEXTS.test}</p>}
      <Progress order={order} zone={zone} />
      <Receipt order={order} zone={zone} />
    </>
  );
}

/** Tells of changes in the title of the window, and to screen readers. */
function useChangesTold(order: OrderView, cafeName: string | undefined): void {
  const { headline, details } = describe(order);
  const text = [headline, ...details].join('. ');
  const lastTold = useRef(text);
  useEffect(() => {
    if (text !== lastTold.current) announce(text);
    lastTold.current = text;
  }, [text]);
  useEffect(() => {
    document.title = [headline, callNumber(order.id), cafeName].filter(Boolean).join(' · ');
  }, [headline, order.id, cafeName]);
}

/** Bar as wide as the page, while what is shown may be out of date. */
function ProblemBar({ problem, answeredAt }: Pick<Followed, 'problem' | 'answeredAt'>) {
  return (
    <p class="strip problem-bar" role="status">
      {problem && problem !== 'missing' && toText(problem, answeredAt)}
    </p>
  );
}

function toText(problem: 'offline' | 'busy' | 'failed', answeredAt: number | undefined): string {
  if (problem !== 'offline') return TEXTS.problems[problem];
  if (answeredAt === undefined) return TEXTS.problems.neverAnswered;
  return TEXTS.problems.offline(formatMoment(new Date(answeredAt).toISOString(), ''));
}

function Missing() {
  useEffect(() => {
    document.title = TEXTS.missing.title;
  }, []);
  return (
    <div role="alert">
      <h1>{TEXTS.missing.title}</h1>
      <p>{TEXTS.missing.detail}</p>
    </div>
  );
}

const root = document.getElementById('app');
if (root) {
  // `/o/<id>`, as it stands in the address. A text message may have made the end of its sentence a part of the link.
  followOrder((location.pathname.split('/')[2] ?? '').replace(/[.,;:!?)]+$/, ''));
  render(<App />, root);
}
