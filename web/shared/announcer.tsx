import { createStore, useStore } from './store';

const announcement = createStore('');

/** Has screen readers say what has just happened somewhere on the page. */
export function announce(text: string): void {
  announcement.set('');
  setTimeout(() => announcement.set(text), 50);
}

/** The element in which screen readers find what has just been announced. */
export function Announcer() {
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {useStore(announcement)}
    </p>
  );
}
