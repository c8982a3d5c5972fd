import type { ComponentProps } from 'preact';

/** A button for everything but the sending of a form. */
export function Button(props: Omit<ComponentProps<'button'>, 'type' | 'ref'>) {
  return <button type="button" {...props} />;
}
