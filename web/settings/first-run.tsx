import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import './first-run.css';
import { Failed } from '../failed';
import { useStore } from '../store';
import { CheckNow } from './check-now';
import { SheetLink } from './desk-state';
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
      <p class="soft">Three steps, and the mail you track becomes cases.</p>
      <ol>
        <Step title="Set up the sheet" isDone={view !== undefined} isOpen={!view}>
          <SetUp />
        </Step>
        <Step title="Choose whose mail to track" isDone={isTracking} isOpen={view !== undefined}>
          <SenderField />
        </Step>
        <Step title="Check for the first time" isDone={false} isOpen={isTracking}>
          <p>Mail of the last 30 days becomes cases. From then on a timer looks every 5 minutes.</p>
          <CheckNow />
        </Step>
      </ol>
    </div>
  );
}

interface StepProps {
  title: string;
  isDone: boolean;
  /** Its turn has come. */
  isOpen: boolean;
  children: ComponentChildren;
}

function Step({ title, isDone, isOpen, children }: StepProps) {
  return (
    <li class={isDone ? 'done' : ''}>
      <h3 class={isOpen || isDone ? '' : 'soft'}>
        {title}
        {isDone && <span class="unseen"> (done)</span>}
      </h3>
      {isOpen && children}
    </li>
  );
}

function SetUp() {
  const { notSetUp, error } = useStore(settings);
  const [look, setLook] = useState<'looking' | 'looked'>();
  const lookAgain = async () => {
    setLook('looking');
    await loadSettings();
    setLook('looked');
  };
  return (
    <>
      <p>
        In the sheet, choose <b>Case desk &gt; Set up</b> from the menu, and tick every box when Google asks.
      </p>
      <div class="set-up">
        {notSetUp && <SheetLink url={notSetUp.sheetUrl} class="button" />}
        <button type="button" class="quiet" onClick={() => void lookAgain()}>
          I have done that
        </button>
      </div>
      <p role="status">
        {look === 'looking' && 'Looking…'}
        {look === 'looked' && notSetUp && `Not yet: ${notSetUp.error}`}
      </p>
      {error && !notSetUp && (
        <Failed what="The sheet could not be looked at" error={error} onRetry={() => void lookAgain()} />
      )}
    </>
  );
}
