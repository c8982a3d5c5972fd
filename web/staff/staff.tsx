import { type FunctionComponent, render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import '../shared/base.css';
import './staff.css';
import { Announcer } from '../shared/announcer';
import { listenForShortcuts } from '../shared/shortcuts';
import { useStore } from '../shared/store';
import { ToastRegion } from '../shared/toast';

import { pauseFor } from './api';
import { cafe, followCafes } from './cafe/current-cafe';
import { DevicesPage } from './cafe/devices-page';
import { SoldOutPage } from './cafe/sold-out-page';
import { ConnectionBar, offlineSince } from './connection';
import { ApiError, ConnectionError } from './fetch-once';
import { LogOutButton, pagesOf } from './header';
import { LeadsPage } from './leads/leads-page';
import { VehiclesPage } from './leads/vehicles-page';
import { LogInDialog, LogInPage } from './log-in';
import { followLook } from './look';
import { followChanges } from './orders/changes';
import { followMarks } from './orders/marks';
import { OrdersPage, useOrderWatch } from './orders/orders-page';
import { CafeOverviewPage, LeadOverviewPage } from './overview';
import { deskOf, followHistory, formatRoute, type PageName, redirect, route } from './router';
import { hasPermission, openKeptSession, session } from './session';
import { followSession } from './session-check';
import { registerShellWorker } from './shell-worker';
import * as TEXTS from './texts';

function App({ isOpening }: { isOpening: boolean }) {
  const current = useStore(session);
  const bars = useRef<HTMLDivElement>(null);
  useEffect(() => followHeight(bars.current), []);
  return (
    <>
      <div class="bars" ref={bars}>
        <ConnectionBar timeZone={useStore(cafe)?.timeZone} />
        <TestModeBar />
      </div>
      {/* A colleague goes on with what is open; for anybody else it begins anew. */}
      {current && <CurrentPage key={current.user.cafeId ?? current.user.id} />}
      {!current && (isOpening ? <Opening /> : <LogInPage />)}
      <div class="notices">
        <ToastRegion />
      </div>
      <Announcer />
      <LogInDialog />
    </>
  );
}

function Opening() {
  const isOffline = useStore(offlineSince) !== undefined;
  return (
    <main class="log-in narrow">
      <h1>{TEXTS.name}</h1>
      <p role="status">{isOffline ? TEXTS.openingLater : TEXTS.opening}</p>
    </main>
  );
}

/** Follows the height of the bars, so that nothing else that stays in sight, or has the focus, is below them. */
function followHeight(bars: HTMLElement | null): void {
  if (!bars) return;
  const { style } = document.documentElement;
  new ResizeObserver(() => style.setProperty('--bars', `${bars.offsetHeight}px`)).observe(bars);
}

/**
 * Test mode simulates only what has no provider. So the cafe's own word counts on its pages: with a provider connected, money
 * moves in test mode too, and with a test key none moves without it.
 */
function TestModeBar() {
  const desk = deskOf(useStore(route));
  const isTestCafe = useStore(cafe)?.isTest;
  const isTestMode = useStore(session)?.testMode;
  const isShown = desk === 'cafe' ? isTestCafe : isTestMode;
  if (!isShown) return null;
  return (
    <p class="strip test-mode" role="status">
      <span>{TEXTS.testMode[desk]}</span>
    </p>
  );
}

/** The one that the address names, if the role has it; else the first that the role has. */
function CurrentPage() {
  const shown = useStore(route);
  const { page } = shown;
  const current = useStore(session);
  const allowed = pagesOf(current);
  const [first] = allowed;
  const isAllowed = page !== undefined && allowed.includes(page);
  const hasCafe = hasPermission(current, 'orders');
  useEffect(() => (hasCafe ? followCafes() : undefined), [hasCafe]);
  useOrderWatch(hasCafe && deskOf(shown) === 'cafe');
  useEffect(followSession, []);
  useEffect(() => {
    if (!isAllowed && first) redirect(formatRoute(first));
  }, [isAllowed, first]);
  useEffect(() => {
    // The page before has taken the focus along, and may have been scrolled.
    if (document.activeElement !== document.body) return;
    document.getElementById('content')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [page]);
  if (!first) return <NoPages />;
  if (!isAllowed) return null;
  const Page = COMPONENTS[page];
  return <Page />;
}

function NoPages() {
  return (
    <main id="content" class="narrow">
      <p role="alert">{TEXTS.noPages}</p>
      <LogOutButton />
    </main>
  );
}

const COMPONENTS: Record<PageName, FunctionComponent> = {
  orders: OrdersPage,
  menu: SoldOutPage,
  devices: DevicesPage,
  leads: LeadsPage,
  vehicles: VehiclesPage,
  reports: LeadOverviewPage,
  overview: CafeOverviewPage,
};

const root = document.getElementById('app');
const RETRY_S = 5;

/** A tablet that starts without a connection, or while the service has trouble, keeps trying. */
async function open(): Promise<void> {
  if (!root) return;
  render(<App isOpening />, root);
  for (;;)
    try {
      await openKeptSession();
      break;
    } catch (error) {
      if (!(error instanceof ConnectionError || error instanceof ApiError)) throw error;
      await pauseFor(RETRY_S);
    }
  render(<App isOpening={false} />, root);
}

followHistory();
followLook();
followChanges();
followMarks();
listenForShortcuts();
registerShellWorker();
void open();
