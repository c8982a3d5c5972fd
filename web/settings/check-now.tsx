import { useState } from 'preact/hooks';
import type { Checked } from '../../src/tracker/page/answers';
import { notifyUpdate, readBell } from '../bell/notifications';
import { announce, useAsyncAction } from '../feedback';
import { pluralize } from '../format';
import { Link } from '../link';
import { call } from '../server';
import { loadSettings } from './settings';

const MAX_LINKS = 10;

export function CheckNow() {
  const [result, setResult] = useState<Checked>();
  const { isBusy, start, errorNotice } = useAsyncAction('The check failed', async () => {
    setResult(undefined);
    announce('Checking mail');
    try {
      const checked = await call('checkMail');
      setResult(checked);
      announce(describeResult(checked));
      if (checked.newMessages > 0) notifyUpdate();
    } finally {
      // A check that failed may have stored some mail, too.
      void loadSettings();
      void readBell(true);
    }
  });
  return (
    <>
      <div class="row">
        <button type="button" aria-disabled={isBusy} onClick={() => void start()}>
          Check now
        </button>
        <span>
          {isBusy && 'Checking mail… This can take a few minutes.'}
          {result && describeResult(result)}
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

function describeResult({ newCases: { length: cases }, newMessages }: Checked): string {
  if (cases > 0) return pluralize(cases, 'new case');
  return newMessages > 0 ? `${pluralize(newMessages, 'new message')} in existing cases` : 'No new mail';
}
