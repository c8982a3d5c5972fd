import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../shared/button';
import { Glyph } from '../shared/glyph';
import { useStore } from '../shared/store';
import { showToast } from '../shared/toast';
import { ConfirmButton } from './confirm';
import { COLORS, colors, setColors } from './look';
import { formatRoute, PAGES, type PageName, route } from './router';
import { hasPermission, logOut, type Session, session } from './session';
import * as TEXTS from './texts';

interface HeaderProps {
  title: string;
  /** Number of those who wait, in the title of the browser's tab. */
  waiting?: number;
  children?: ComponentChildren;
}

/** Top of a page: the menu, its title, and what it has of its own. */
export function Header({ title, waiting = 0, children }: HeaderProps) {
  useEffect(() => {
    document.title = TEXTS.titleOf(title, waiting);
  }, [title, waiting]);
  return (
    <header class="bar row">
      <Button class="skip" onClick={() => document.getElementById('content')?.focus()}>
        {TEXTS.skip}
      </Button>
      <PageMenu />
      <h1>{title}</h1>
      {children}
    </header>
  );
}

/** The pages of the role, the colors, and the way out. */
function PageMenu() {
  const shown = useStore(route);
  const scheme = useStore(colors);
  const pages = pagesOf(useStore(session));
  return (
    <>
      <Button class="quiet icon" popovertarget="page-menu" aria-label={TEXTS.menu}>
        <Glyph>
          <path d="M4 6h16M4 12h16M4 18h16" />
        </Glyph>
      </Button>
      <div id="page-menu" popover="auto" class="float">
        <nav aria-label={TEXTS.menu}>
          {pages.map((page) => (
            <a
              key={page}
              class="plain"
              href={formatRoute(page)}
              aria-current={shown.page === page ? 'page' : undefined}
              onClick={() => document.getElementById('page-menu')?.hidePopover()}
            >
              {TEXTS.pages[page]}
            </a>
          ))}
        </nav>
        <label class="field">
          {TEXTS.colors.label}
          <select
            value={scheme}
            onChange={({ currentTarget }) => setColors(currentTarget.value as typeof scheme)}
          >
            {COLORS.map((name) => (
              <option key={name} value={name}>
                {TEXTS.colors[name]}
              </option>
            ))}
          </select>
        </label>
        <LogOutButton />
      </div>
    </>
  );
}

/** A tablet cannot log in again by itself, so it asks first. */
export function LogOutButton() {
  const isDevice = useStore(session)?.isDevice === true;
  const leave = () => {
    logOut().catch(() => showToast(TEXTS.logOutUnsent));
  };
  if (isDevice) return <ConfirmButton label={TEXTS.logOut} {...TEXTS.logOutDevice} onConfirm={leave} />;
  return (
    <Button class="quiet" onClick={leave}>
      {TEXTS.logOut}
    </Button>
  );
}

export function pagesOf(current: Session | undefined): PageName[] {
  const names = Object.keys(PAGES) as PageName[];
  return names.filter((page) => hasPermission(current, PAGES[page]));
}
