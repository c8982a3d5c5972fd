import { createStore, useStore } from './store';

const words = createStore('');

/** Tells a screen reader what has happened somewhere on the page. */
export function announce(text: string): void {
  words.set('');
  setTimeout(() => words.set(text), 50);
}

export function Announcer() {
  return (
    <p class="unseen" role="status" aria-live="polite">
      {useStore(words)}
    </p>
  );
}
