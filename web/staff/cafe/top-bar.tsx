import type { ComponentChildren } from 'preact';
import { formatClock } from '../../shared/cafe-time';
import { useStore } from '../../shared/store';
import { formatRoute } from '../router';
import { now } from '../server-clock';
import { hasPermission, session } from '../session';
import * as FRAME from '../texts';
import { AllDayCounts, type OpenOrder } from './all-day';
import './cafe.css';
import { CafeName } from './cafe-name';
import { cafe } from './current-cafe';
import { NoCafe } from './no-cafe';
import { Opening } from './opening';
import { Takings } from './takings';

interface TopBarProps {
  orders: readonly OpenOrder[] | undefined;
  /** Figures beside the clock. */
  children: ComponentChildren;
}

/** Header of the board: the cafe, whether it takes orders, what it has taken, and what is to be made. */
export function TopBar({ orders, children }: TopBarProps) {
  const current = useStore(cafe);
  const who = useStore(session);
  if (!current) return <NoCafe />;
  return (
    <>
      <CafeName />
      <Opening cafe={current} />
      <AllDayCounts orders={orders} />
      <div class="row bar-end">
        {hasPermission(who, 'takings') && <Takings cafe={current} />}
        <div class="times">
          <Clock timeZone={current.timeZone} />
          {children}
        </div>
        <a class="button quiet" href={formatRoute('menu')}>
          {FRAME.pages.menu}
        </a>
      </div>
    </>
  );
}

/** `14:05` at the cafe. */
function Clock({ timeZone }: { timeZone: string }) {
  return <time class="clock">{formatClock(useStore(now), timeZone)}</time>;
}
