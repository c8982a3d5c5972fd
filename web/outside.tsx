import type { ComponentChildren } from 'preact';

interface Props {
  href: string;
  children: ComponentChildren;
  class?: string;
  title?: string;
}

/** A link to another page, which learns nothing of this one. */
export function Outside(props: Props) {
  return <a target="_blank" rel="noopener noreferrer" {...props} />;
}
