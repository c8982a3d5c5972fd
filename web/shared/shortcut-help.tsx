import { Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from './button';
import { characterKeys, isOn, type Shortcut, setCharacterKeys, shortcuts, useShortcuts } from './shortcuts';
import { useStore } from './store';
import * as TEXTS from './texts';

/** The list of shortcuts that work now. */
export function ShortcutHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  useShortcuts([{ keys: '?', description: TEXTS.shortcuts.show, run: open }]);
  useStore(characterKeys);
  return (
    <>
      <Button
        class="quiet icon"
        aria-label={TEXTS.shortcuts.title}
        title={TEXTS.shortcuts.button}
        onClick={open}
      >
        {'?'}
      </Button>
      <dialog ref={dialog} aria-labelledby="shortcuts">
        <h2 id="shortcuts">{TEXTS.shortcuts.title}</h2>
        <CharacterKeysSwitch />
        <dl class="shortcuts">
          {[...useStore(shortcuts)]
            .filter(({ keys }) => isOn(keys))
            .sort(byKeys)
            .map(({ keys, description }) => (
              <Fragment key={`${keys} ${description}`}>
                <dt>{keys.split(' ').map(showKey)}</dt>
                <dd>{description}</dd>
              </Fragment>
            ))}
        </dl>
        <form method="dialog">
          <button type="submit">{TEXTS.shortcuts.close}</button>
        </form>
      </dialog>
    </>
  );
}

/** A switch for people who dictate, or whose hands touch keys they do not mean (WCAG 2.1.4). */
export function CharacterKeysSwitch() {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={useStore(characterKeys)}
        onChange={({ currentTarget }) => setCharacterKeys(currentTarget.checked)}
      />
      {TEXTS.shortcuts.switch}
    </label>
  );
}

/** `shift+u` as two keys. */
function showKey(key: string) {
  const [modifier, plain] = key.split('+');
  if (!plain) return <kbd key={key}>{key.replace('Arrow', '')}</kbd>;
  return (
    <Fragment key={key}>
      <kbd>{modifier === 'ctrl' ? TEXTS.shortcuts.ctrl : TEXTS.shortcuts.shift}</kbd>
      {'+'}
      <kbd>{plain}</kbd>
    </Fragment>
  );
}

/** Single keys first, then those with Shift and pairs, and last the one for this list. */
function byKeys({ keys: a }: Shortcut, { keys: b }: Shortcut): number {
  return rank(a) - rank(b) || a.localeCompare(b);
}

function rank(keys: string): number {
  if (keys === '?') return 3;
  if (keys.includes(' ')) return 2;
  return keys.includes('+') ? 1 : 0;
}
