import { Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from './button';
import { characterKeys, isOn, type Shortcut, setCharacterKeys, shortcuts, useShortcuts } from './shortcuts';
import { useStore } from './store';
import * as TEXTS from './texts';

type GroupName = keyof typeof TEXTS.shortcuts.groups;

const GROUPS: readonly GroupName[] = ['own', 'goTo', 'general'];

/** The list of shortcuts that work now. */
export function ShortcutHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  useShortcuts([{ keys: '?', description: TEXTS.shortcuts.show, isGeneral: true, run: open }]);
  useStore(characterKeys);
  const working = useStore(shortcuts).filter(({ keys }) => isOn(keys));
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
        {GROUPS.map((group) => (
          <Group key={group} name={group} own={working.filter((one) => groupOf(one) === group)} />
        ))}
        <form method="dialog">
          <button type="submit">{TEXTS.shortcuts.close}</button>
        </form>
      </dialog>
    </>
  );
}

function Group({ name, own }: { name: GroupName; own: readonly Shortcut[] }) {
  if (own.length === 0) return null;
  return (
    <>
      <h3>{TEXTS.shortcuts.groups[name]}</h3>
      <dl class="shortcuts">
        {[...own]
          .sort(({ keys: a }, { keys: b }) => rank(a) - rank(b) || a.localeCompare(b))
          .map(({ keys, description }) => (
            <Fragment key={`${keys} ${description}`}>
              <dt>{keys.split(' ').map(showKey)}</dt>
              <dd>{description}</dd>
            </Fragment>
          ))}
      </dl>
    </>
  );
}

/** Pairs of keys open pages. */
function groupOf({ keys, isGeneral }: Shortcut): GroupName {
  if (isGeneral) return 'general';
  return keys.includes(' ') ? 'goTo' : 'own';
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

function rank(keys: string): number {
  if (keys === '?') return 2;
  return keys.includes('+') ? 1 : 0;
}
