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
      <Header {...{ view, setView, state }} />
      <main>
        <Introduction state={state} />
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
  state,
}: {
  view: View;
  setView(view: View): void;
  state: Watched['state'];
}) {
  const { title = 'Apps Script', pages = {} } = state?.labels ?? {};
  useEffect(() => {
    document.title = `${title} inspector`;
  }, [title]);
  return (
    <header>
      <strong>{title}</strong>
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
      {Object.entries(pages).map(([script, label]) => (
        <a key={script} class="page" href={state?.urls[script] ?? ''} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
    </header>
  );
}

/** Says what this is, and where to read on. */
function Introduction({ state }: { state: Watched['state'] }) {
  const { introduction, links = [] } = state?.labels ?? {};
  if (!introduction) return null;
  return (
    <div class="introduction">
      <p>{introduction}</p>
      <nav aria-label="Pages">
        {links.map(({ title, href }) => (
          <a key={href} href={href} target="_blank" rel="noreferrer">
            {title}
          </a>
        ))}
      </nav>
    </div>
  );
}

/** Opens each sheet once, so that its script makes its menus. */
function useMenus(state: Watched['state'], act: Watched['act']): void {
  const opened = useRef(false);
  useEffect(() => {
    if (!state || opened.current) return;
    opened.current = true;
    const bare = state.scripts.filter(({ menus }) => menus.length === 0);
    void act(() => Promise.all(bare.map(({ name }) => post(`sheets/open?script=${name}`))));
  });
}

/** The view is part of the address, so that it survives a reload and the back button. */
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
