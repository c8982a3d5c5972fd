import type { ComponentChildren } from 'preact';
import { navigate } from './location';
import { formatRoute, type Route } from './route';
import { settings } from './settings/load';
import { useStore } from './store';

interface Props {
  to: Route;
  children: ComponentChildren;
  class?: string;
  title?: string;
  'aria-current'?: 'page';
}

/** A link within the page; opened in a new tab it carries the outer page's address, as far as that is known. */
export function Link({ to, children, ...rest }: Props) {
  const { view } = useStore(settings);
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={`${view?.pageUrl ?? ''}${formatRoute(to)}`} onClick={follow}>
      {children}
    </a>
  );
}
