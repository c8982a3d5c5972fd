import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import './app.css';
import { Announcer } from './announce';
import { CasePage } from './case/case-page';
import { refreshCase } from './case/opened';
import { keepEdits } from './case/save';
import { Unsaved } from './case/unsaved';
import { Header } from './header';
import { listenForKeys } from './keys';
import { ListPage } from './list/list-page';
import { refreshList } from './list/listing';
import { followAddress, route } from './location';
import { onNews } from './news';
import { Banner } from './settings/banner';
import { FirstRun, isFirstRun } from './settings/first-run';
import { followSettings, settings } from './settings/load';
import { SettingsPage } from './settings/settings-page';
import { useStore } from './store';

function App() {
  const main = useRef<HTMLElement>(null);
  const shown = useStore(route);
  useEffect(() => {
    // Keys reach a frame only once something in it has the focus; and a page that has gone takes its focus along.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <>
      <Header />
      <Banner />
      <main ref={main} id="content" tabIndex={-1}>
        <Unsaved />
        <Shown />
      </main>
      <Announcer />
    </>
  );
}

function Shown() {
  const shown = useStore(route);
  const desk = useStore(settings);
  if (!shown) return <p role="status">Opening…</p>;
  if (shown.page !== 'settings' && isFirstRun(desk)) return <FirstRun />;
  if (shown.page === 'settings') return <SettingsPage />;
  if (shown.page === 'case') return <CasePage key={shown.caseNumber} caseNumber={shown.caseNumber} />;
  return <ListPage search={shown.page === 'search' ? shown.search : undefined} />;
}

const root = document.getElementById('app');
followAddress();
listenForKeys();
followSettings();
keepEdits();
onNews(refreshList);
onNews(refreshCase);
if (root) render(<App />, root);
