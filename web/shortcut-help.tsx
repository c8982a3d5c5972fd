import { useRef } from 'preact/hooks';
import { type Shortcut, shortcuts, useShortcuts } from './shortcuts';
import { useStore } from './store';

/** The list of shortcuts that work now. */
export function ShortcutHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  useShortcuts([{ keys: '?', description: 'Show keyboard shortcuts', run: open }]);
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
          {[...useStore(shortcuts)].sort(byKeys).map(({ keys, description }) => (
            <>
              <dt>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{description}</dd>
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

/** Single keys first, then pairs, and last the one for this list. */
function byKeys({ keys: a }: Shortcut, { keys: b }: Shortcut): number {
  return rank(a) - rank(b) || a.localeCompare(b);
}

function rank(keys: string): number {
  return keys === '?' ? 99 : keys.length;
}
