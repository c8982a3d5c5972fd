import type { ComponentChildren } from 'preact';
import { useStore } from '../../shared/store';
import { formatRoute } from '../router';
import { hasPermission, session } from '../session';
import * as FRAME from '../texts';
import { AllDayCounts, type OpenOrder } from './all-day';
import './cafe.css';
import { CafeName } from './cafe-name';
import { Clock } from './clock';
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
