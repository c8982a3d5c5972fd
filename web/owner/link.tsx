import type { ComponentChildren } from 'preact';
import { useStore } from '../shared/store';
import { formatRoute, navigate, type Route } from './router';
import { settings } from './settings/settings';

interface LinkProps {
  to: Route;
  children: ComponentChildren;
  class?: string;
  title?: string;
  'aria-current'?: 'page';
  'aria-describedby'?: string;
  /** Before the link is followed, which it can prevent. */
  onClick?: (event: MouseEvent) => void;
}

interface ExternalLinkProps {
  href: string;
  children: ComponentChildren;
  class?: string;
  title?: string;
}

/** A link within the page. In a new tab it opens at the outer page's URL, once that is known. */
export function Link({ to, children, onClick, ...rest }: LinkProps) {
  const { view } = useStore(settings);
  const follow = (event: MouseEvent) => {
    onClick?.(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={`${view?.pageUrl ?? ''}${formatRoute(to)}`} onClick={follow}>
      {children}
    </a>
  );
}

/** A link to another site, which is not told where the reader comes from. */
export function ExternalLink(props: ExternalLinkProps) {
  return <a target="_blank" rel="noopener noreferrer" {...props} />;
}
