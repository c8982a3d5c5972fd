import { useState } from 'preact/hooks';
import { Button } from '../../shared/button';
import { useStore } from '../../shared/store';
import { pathOf, write } from '../api';
import { useAsyncAction } from '../async-action';
import { Failure } from '../failure';
import { session } from '../session';
import { useChoices } from './choices';
import * as TEXTS from './texts';

/** Says that one is away, so that new leads go to others. */
export function AwaySwitch() {
  const { value: choices, reload } = useChoices();
  const id = useStore(session)?.user.id ?? '';
  const me = choices?.agents.find((agent) => agent.id === id);
  const { isBusy, error, start } = useAsyncAction(async (away: boolean) => {
    await write('PATCH', pathOf('users', id), { away });
    reload();
  });
  if (!me) return null;
  return (
    <>
      <Button
        class="quiet"
        aria-pressed={me.away}
        aria-disabled={isBusy}
        title={TEXTS.list.awayHint}
        onClick={() => start(!me.away)}
      >
        {TEXTS.list.away}
      </Button>
      <Failure what={TEXTS.list.awayFailed} error={error} />
    </>
  );
}

/** Asks the browser whether it may notify, as long as nobody has answered that. */
export function NotifyButton() {
  const isKnown = 'Notification' in window;
  const [permission, setPermission] = useState(isKnown ? Notification.permission : 'denied');
  if (permission !== 'default') return null;
  const ask = () => void Notification.requestPermission().then(setPermission);
  return (
    <Button class="quiet" onClick={ask}>
      {TEXTS.list.notify}
    </Button>
  );
}
