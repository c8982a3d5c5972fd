import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ExternalLink } from '../link';
import { useStore } from '../store';
import './first-run.css';
import { CheckNow } from './check-now';
import { SenderField } from './sender-field';
import { loadSettings, type Settings, settings } from './settings';

interface StepProps {
  title: string;
  isDone?: boolean;
  /** What there is to do, once the steps before are done. */
  children: ComponentChildren;
}

/** Whether to show the welcome page in place of the list. A desk that has cases shows the list, even without senders. */
export function isFirstRun({ view, notSetUp }: Settings): boolean {
  if (!view) return notSetUp !== undefined;
  return view.nextCaseNumber === 1 && (view.senders.length === 0 || view.lastCheckedAt === null);
}

/** The welcome page: three steps from a new sheet to the first case. */
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
        <Step title="Add the senders to track" isDone={isTracking}>
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

function Step({ title, isDone = false, children }: StepProps) {
  return (
    <li class={isDone ? 'done' : ''}>
      <h3>
        {title}
        {isDone && <span class="visually-hidden"> (done)</span>}
      </h3>
      {children}
    </li>
  );
}

function SetUp() {
  const { notSetUp } = useStore(settings);
  const [status, setStatus] = useState('');
  const check = async () => {
    setStatus('Checking…');
    await loadSettings();
    setStatus(`Not set up yet: ${settings.get().error?.message}`);
  };
  return (
    <>
      <p>
        In the sheet, choose <b>Case desk &gt; Set up</b> from the menu, and tick every box when Google asks.
      </p>
      <div class="row">
        <ExternalLink href={notSetUp?.sheetUrl ?? ''} class="button">
          Open the sheet
        </ExternalLink>
        <button type="button" class="quiet" onClick={() => void check()}>
          Check again
        </button>
      </div>
      <p role="status">{status}</p>
    </>
  );
}
