import { useRef } from 'preact/hooks';
import { type Shortcut, shortcuts, useShortcuts } from './keys';
import { useStore } from './store';

/** The list of shortcuts that work where one is. */
export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  useShortcuts([{ keys: '?', does: 'Show this list', run: open }]);
  return (
    <>
      <button
        type="button"
        class="quiet icon"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={open}
      >
        ?
      </button>
      <dialog ref={dialog} aria-labelledby="shortcuts">
        <h2 id="shortcuts">Keyboard shortcuts</h2>
        <dl class="shortcuts">
          {[...useStore(shortcuts)].sort(byKeys).map(({ keys, does }) => (
            <>
              <dt>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </>
          ))}
        </dl>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  );
}

/** First what works here, then where one can go, and last this list itself. */
function byKeys({ keys: a }: Shortcut, { keys: b }: Shortcut): number {
  return rankOf(a) - rankOf(b) || a.localeCompare(b);
}

function rankOf(keys: string): number {
  return keys === '?' ? 99 : keys.length;
}
