import { useEffect } from 'preact/hooks';
import type { OrderView } from '../../../src/cafe/orders/order-view';
import { Button } from '../../shared/button';
import { ShortcutHelp } from '../../shared/shortcut-help';
import { useStore } from '../../shared/store';
import { cafe } from '../cafe/current-cafe';
import { TopBar } from '../cafe/top-bar';
import { Failure } from '../failure';
import { Header } from '../header';
import { MuteSwitch, SoundHint, unlockSoundOnTouch } from '../sound';
import { followOrders, knownOrders, ordersError } from './active-orders';
import { followNewOrders } from './alarm';
import { Board } from './board';
import './board.css';
import { DensityChoice } from './density';
import { DoneToday } from './done-today';
import { Later } from './later';
import { OrderDialog } from './order-dialog';
import { Pace } from './pace';
import { Slip } from './slip';
import { isOfStation, StationChoice, station } from './station';
import * as TEXTS from './texts';
import { activeOrders, tickets } from './tickets';
import { keepScreenOn } from './wake-lock';

/** Watches the orders on every page of a cafe: they come in by themselves and sound, and the screen stays on. */
export function useOrderWatch(isOn: boolean): void {
  const cafeId = useStore(cafe)?.id;
  useEffect(() => (isOn && cafeId !== undefined ? followOrders(cafeId) : undefined), [isOn, cafeId]);
  useEffect(() => (isOn ? followNewOrders() : undefined), [isOn, cafeId]);
  useEffect(() => (isOn ? unlockSoundOnTouch() : undefined), [isOn]);
  useEffect(() => (isOn ? keepScreenOn() : undefined), [isOn]);
}

/** The board: every ticket has one button for what comes next. */
export function OrdersPage() {
  const current = useStore(cafe);
  const error = useStore(ordersError);
  const isLoaded = useStore(knownOrders) !== undefined;
  const toMake = useStore(activeOrders)
    .filter(({ status }) => status !== 'ready')
    .map(leftToMake);
  useTitle();
  return (
    <div class="orders-page">
      <Header title={TEXTS.title}>
        <TopBar orders={isLoaded ? toMake : undefined}>
          <Pace />
        </TopBar>
        <div class="tools row">
          <SoundHint />
          <Later />
          {current && <DoneToday cafe={current} />}
          <MuteSwitch />
          <ViewMenu />
          <ShortcutHelp />
        </div>
      </Header>
      <main id="content" tabIndex={-1}>
        <Failure what={TEXTS.notLoaded} error={error} />
        <Board />
      </main>
      <OrderDialog />
      <Slip />
    </div>
  );
}

/** Opens what this screen shows, and how large. A screen that makes only a part says which. */
function ViewMenu() {
  const made = useStore(station).chosen.map(TEXTS.station.name).join(', ');
  return (
    <>
      <Button class="quiet view" popovertarget="view" aria-label={TEXTS.view(made)}>
        {made || TEXTS.viewSign}
      </Button>
      <div id="view" popover="auto" class="card float">
        <StationChoice />
        <DensityChoice />
      </div>
    </>
  );
}

/** Leaves out what is ticked off, was taken off, or is made at other stations. */
function leftToMake({ items }: OrderView) {
  const left = items.filter(
    (line) => line.doneAt === null && line.quantity > line.removed && isOfStation(line),
  );
  return { items: left.map((line) => ({ ...line, quantity: line.quantity - line.removed })) };
}

/** Puts the number of new orders into the title, for those who work in another tab. */
function useTitle(): void {
  const count = useStore(tickets).get('new')?.length ?? 0;
  useEffect(() => {
    const before = document.title;
    document.title = count > 0 ? TEXTS.titleWithNew(count) : TEXTS.title;
    return () => {
      document.title = before;
    };
  }, [count]);
}
