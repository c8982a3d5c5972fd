import type { ComponentChildren } from 'preact';
import { Failed } from '../failed';
import { useStore } from '../store';
import type { Saver } from './save';

interface Props<V> {
  saver: Saver<V>;
  /** What could not be done: `The senders could not be saved`. */
  what: string;
  /** What else there is to say. */
  children?: ComponentChildren;
}

/** What becomes of a change, beside the field in which it was made. */
export function SavingWords<V>({ saver, what, children }: Props<V>) {
  const { wanted, words, error } = useStore(saver.state);
  return (
    <>
      <p class="soft saving" role="status">
        {children}
        {words}
      </p>
      {error && wanted !== undefined && (
        <Failed what={what} error={error} onRetry={() => void saver.save(wanted)} />
      )}
    </>
  );
}
