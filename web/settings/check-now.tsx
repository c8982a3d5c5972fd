import { useState } from 'preact/hooks';
import type { Checked } from '../../src/tracker/page/answers';
import { announce } from '../announce';
import { useAttempt } from '../attempt';
import { readBell } from '../bell/poll';
import { Link } from '../link';
import { tellNews } from '../news';
import { call } from '../server';
import { counted } from '../words';
import { loadSettings } from './load';

/** After these, a number says enough. */
const MOST_LINKS = 10;

export function CheckNow() {
  const [answer, setAnswer] = useState<Checked>();
  const { isBusy, start, trouble } = useAttempt('The check failed', async () => {
    setAnswer(undefined);
    announce('Checking');
    try {
      const checked = await call('checkMail');
      setAnswer(checked);
      announce(inWords(checked));
      if (checked.newMessages > 0) tellNews();
    } finally {
      // Also a check that failed may have changed what is wrong, and have stored some mail.
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
          {isBusy && 'Checking… This can take a few minutes.'}
          {answer && inWords(answer)}
          {answer?.newCases.slice(0, MOST_LINKS).map((caseNumber, at) => (
            <>
              {at > 0 ? ', ' : ': '}
              <Link to={{ page: 'case', caseNumber }}>{caseNumber}</Link>
            </>
          ))}
        </span>
      </div>
      {trouble}
    </>
  );
}

function inWords({ newCases: { length: cases }, newMessages }: Checked): string {
  if (cases > 0) return counted(cases, 'new case');
  return newMessages > 0 ? `${counted(newMessages, 'new message')} in existing cases` : 'Nothing new';
}
