import { useState } from 'preact/hooks';
import type { Checked } from '../../../src/tracker/case/answers';
import { announce } from '../../shared/announcer';
import { useStore } from '../../shared/store';
import { bellStore, notifyUpdate, readBell } from '../bell/notifications';
import { useAsyncAction } from '../feedback';
import { Link } from '../link';
import { call } from '../server';
import { TEXTS } from '../texts';
import { loadSettings } from './settings';

const MAX_LINKS = 10;
/** A check that takes longer tells how far it is. */
const LONG_MS = 6_000;

export function CheckNow() {
  const [result, setResult] = useState<Checked>();
  const { bell } = useStore(bellStore);
  const { isBusy, start, errorNotice } = useAsyncAction(TEXTS.settings.checkFailed, async () => {
    setResult(undefined);
    announce(TEXTS.settings.checkingMail);
    const checked = await checkMail();
    setResult(checked);
    announce(TEXTS.settings.checked(checked));
  });
  return (
    <>
      <div class="row">
        <button type="button" aria-disabled={isBusy} onClick={() => void start()}>
          {TEXTS.settings.checkNow}
        </button>
        <span>
          {isBusy ? (bell?.intake ?? TEXTS.settings.checkTakesLong) : bell?.intake}{' '}
          {result && TEXTS.settings.checked(result)}
          {result?.newCases.slice(0, MAX_LINKS).map((caseNumber, at) => (
            <>
              {at > 0 ? ', ' : ': '}
              <Link to={{ page: 'case', caseNumber }}>{caseNumber}</Link>
            </>
          ))}
        </span>
      </div>
      {errorNotice}
    </>
  );
}

/** A check that failed may have stored some mail, too. */
async function checkMail(): Promise<Checked> {
  let newMessages = 0;
  const asking = setTimeout(() => void readBell(true), LONG_MS);
  try {
    const checked = await call('checkMail');
    newMessages = checked.newMessages;
    return checked;
  } finally {
    clearTimeout(asking);
    void readBell(true);
    // The settings are loaded with everything else.
    if (newMessages > 0) notifyUpdate();
    else void loadSettings();
  }
}
