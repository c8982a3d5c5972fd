import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import './first-run.css';
import { Outside } from '../outside';
import { useStore } from '../store';
import { CheckNow } from './check-now';
import { loadSettings, type Settings, settings } from './load';
import { SenderField } from './sender-field';

/** Nothing could be listed yet. Whoever has cases keeps the list, also without a sender left. */
export function isFirstRun({ view, notSetUp }: Settings): boolean {
  if (!view) return notSetUp !== undefined;
  return view.nextCaseNumber === 1 && (view.senders.length === 0 || view.lastCheckedAt === null);
}

/** From an untouched sheet to the first case, in three steps. */
export function FirstRun() {
  const { view } = useStore(settings);
  const isTracking = (view?.senders.length ?? 0) > 0;
  return (
    <div class="first-run">
      <h2>Welcome to your case desk</h2>
      <p class="soft">Three steps turn the mail you track into cases.</p>
      <ol>
        <Step title="Set up the sheet" isDone={view !== undefined}>
          {!view && <SetUp />}
        </Step>
        <Step title="Choose whose mail to track" isDone={isTracking}>
          {view && <SenderField />}
        </Step>
        <Step title="Run the first check">
          {isTracking && (
            <>
              <p>Mail from the last 30 days becomes cases. After that, mail is checked every 5 minutes.</p>
              <CheckNow />
            </>
          )}
        </Step>
      </ol>
    </div>
  );
}

interface StepProps {
  title: string;
  isDone?: boolean;
  /** What there is to do, once its turn has come. */
  children: ComponentChildren;
}

function Step({ title, isDone = false, children }: StepProps) {
  return (
    <li class={isDone ? 'done' : ''}>
      <h3>
        {title}
        {isDone && <span class="unseen"> (done)</span>}
      </h3>
      {children}
    </li>
  );
}

function SetUp() {
  const { notSetUp } = useStore(settings);
  const [words, setWords] = useState('');
  const look = async () => {
    setWords('Checking…');
    await loadSettings();
    setWords(`Not yet: ${settings.get().error?.message}`);
  };
  return (
    <>
      <p>
        In the sheet, choose <b>Case desk &gt; Set up</b> from the menu, and tick every box when Google asks.
      </p>
      <div class="row">
        <Outside href={notSetUp?.sheetUrl ?? ''} class="button">
          Open the sheet
        </Outside>
        <button type="button" class="quiet" onClick={() => void look()}>
          I have done that
        </button>
      </div>
      <p role="status">{words}</p>
    </>
  );
}
