import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import '../shared/base.css';
import './app.css';
import { Announcer } from '../shared/announcer';
import { listenForShortcuts } from '../shared/shortcuts';
import { useStore } from '../shared/store';
import { ToastRegion } from '../shared/toast';
import { onUpdate } from './bell/notifications';
import { CasePage } from './case/case-page';
import { UnsavedNotice } from './case/edit-panel';
import { followChanges, refreshCase } from './case/open-cases';
import { startReadingAhead } from './case/read-ahead';
import { saveEditsOnLeaving } from './case/save';
import { changeFailure, guardPendingChanges } from './changes';
import { BusyNotice, ErrorNotice, WaitingNotice } from './feedback';
import { Header, ProblemBanner } from './header';
import { ListPage } from './list/list-page';
import { followChangedCases, refreshList } from './list/listing';
import { OverviewPage } from './overview/overview-page';
import { followHistory, route } from './router';
import { FirstRun, isFirstRun } from './settings/first-run';
import { followSettings, settings } from './settings/settings';
import { SettingsPage } from './settings/settings-page';
import { TEXTS } from './texts';

function App() {
  const main = useRef<HTMLElement>(null);
  const shown = useStore(route);
  useEffect(() => {
    // Keys reach a frame only if something in it has the focus, and the page before took its focus along.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <>
      <Header />
      <ProblemBanner />
      <main ref={main} id="content" tabIndex={-1}>
        <UnsavedNotice />
        <CurrentPage />
      </main>
      <Notices />
      <Announcer />
      <BusyNotice />
    </>
  );
}

/** Notices at the bottom of the window: the last change, and why one could not be saved. */
function Notices() {
  const failure = useStore(changeFailure);
  return (
    <div class="notices">
      <WaitingNotice />
      <div>{failure && <ErrorNotice {...failure} />}</div>
      <ToastRegion />
    </div>
  );
}

function CurrentPage() {
  const shown = useStore(route);
  const desk = useStore(settings);
  if (!shown) return <p role="status">{TEXTS.app.opening}</p>;
  if (shown.page !== 'settings' && isFirstRun(desk)) return <FirstRun />;
  if (shown.page === 'settings') return <SettingsPage />;
  if (shown.page === 'overview') return <OverviewPage />;
  if (shown.page === 'case') return <CasePage key={shown.caseNumber} caseNumber={shown.caseNumber} />;
  return <ListPage search={shown.search} />;
}

const root = document.getElementById('app');
followHistory();
listenForShortcuts();
followSettings();
saveEditsOnLeaving();
guardPendingChanges();
followChangedCases();
followChanges();
startReadingAhead();
onUpdate(refreshList);
onUpdate(refreshCase);
if (root) render(<App />, root);
