import { useEffect, useRef, useState } from 'preact/hooks';
import { Executions } from './executions';
import { Files } from './files';
import { Mail } from './mail';
import { post } from './server';
import { Sheets } from './sheets';
import { Timers } from './timers';
import { useServer, type Watched } from './use-server';

const VIEWS = {
  sheets: { title: 'Sheets', Panel: Sheets },
  mail: { title: 'Mail', Panel: Mail },
  files: { title: 'Files', Panel: Files },
  timers: { title: 'Timers', Panel: Timers },
  executions: { title: 'Executions', Panel: Executions },
} as const;

type View = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as View[];

export function Inspector() {
  const { state, problem, act } = useServer();
  const [view, setView] = useView();
  const { title, Panel } = VIEWS[view];
  useMenus(state, act);
  return (
    <>
      <Header {...{ view, setView }} desk={state?.urls.desk} />
      <main>
        <h1>{title}</h1>
        <p class="problem" role="alert">
          {problem}
        </p>
        {state ? <Panel state={state} act={act} /> : <p>Loading</p>}
      </main>
    </>
  );
}

function Header({
  view,
  setView,
  desk,
}: {
  view: View;
  setView(view: View): void;
  desk: string | undefined;
}) {
  return (
    <header>
      <strong>Sheetdesk</strong>
      <nav aria-label="Views">
        {NAMES.map((name) => (
          <a
            key={name}
            href={`#${name}`}
            aria-current={name === view ? 'page' : undefined}
            onClick={() => setView(name)}
          >
            {VIEWS[name].title}
          </a>
        ))}
      </nav>
      {desk && (
        <a class="page" href={desk} target="_blank" rel="noreferrer">
          Case desk page
        </a>
      )}
    </header>
  );
}

/** Looking at a sheet for the first time opens it, and its script makes its menus. */
function useMenus(state: Watched['state'], act: Watched['act']): void {
  const opened = useRef(false);
  useEffect(() => {
    if (!state || opened.current) return;
    opened.current = true;
    const bare = state.scripts.filter(({ menus }) => menus.length === 0);
    void act(() => Promise.all(bare.map(({ name }) => post(`sheets/open?script=${name}`))));
  });
}

/** The view stands in the address, so that a reload and the back button keep it. */
function useView(): [View, (view: View) => void] {
  const [view, setView] = useState(viewOf(location.hash));
  useEffect(() => {
    const follow = () => setView(viewOf(location.hash));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return [view, setView];
}

function viewOf(hash: string): View {
  return NAMES.find((name) => hash === `#${name}`) ?? 'sheets';
}
