import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useStore } from '../../shared/store';
import { ExternalLink } from '../link';
import { TEXTS } from '../texts';
import './first-run.css';
import { CheckNow } from './check-now';
import { SenderField } from './sender-field';
import { reopeningOffer, senders } from './senders';
import { loadSettings, type Settings, settings } from './settings';

interface StepProps {
  title: string;
  isDone?: boolean;
  /** The content of the step, once the steps before are done. */
  children: ComponentChildren;
}

/** Tells if the welcome page replaces the list. A desk that has cases shows the list, even without senders. */
export function isFirstRun({ view, notSetUp }: Settings): boolean {
  if (!view) return notSetUp !== undefined;
  return view.nextCaseNumber === 1 && (!isTracking(view) || view.lastCheckedAt === null);
}

/** The welcome page: three steps from a new sheet to the first case. */
export function FirstRun() {
  const { view } = useStore(settings);
  const hasSenders = view !== undefined && isTracking(view);
  return (
    <div class="first-run">
      <h2>{TEXTS.settings.welcome}</h2>
      <p class="soft">{TEXTS.settings.threeSteps}</p>
      <ol>
        <Step title={TEXTS.settings.setUp} isDone={view !== undefined}>
          {!view && <SetUp />}
        </Step>
        <Step title={TEXTS.settings.addSenders} isDone={hasSenders}>
          {view && (
            <>
              <SenderField />
              <ReopeningOffer />
            </>
          )}
        </Step>
        <Step title={TEXTS.settings.firstCheck}>
          {view && hasSenders && (
            <>
              <p>{TEXTS.settings.whatComesIn(view.lookBackDays)}</p>
              <CheckNow />
            </>
          )}
        </Step>
      </ol>
    </div>
  );
}

function isTracking({ senders: addresses, domains }: NonNullable<Settings['view']>): boolean {
  return addresses.length + domains.length > 0;
}

function Step({ title, isDone = false, children }: StepProps) {
  return (
    <li class={isDone ? 'done' : ''}>
      <h3>
        {title}
        {isDone && <span class="visually-hidden"> {TEXTS.settings.done}</span>}
      </h3>
      {children}
    </li>
  );
}

/** Ticked until the owner says otherwise, and saved with the first sender; afterwards it saves itself. */
function ReopeningOffer() {
  const { view } = useStore(settings);
  const { wanted } = useStore(senders.state);
  const offered = useStore(reopeningOffer);
  useEffect(() => {
    reopeningOffer.set(true);
    return () => reopeningOffer.set(undefined);
  }, []);
  const choose = (reopenOnReply: boolean) => {
    reopeningOffer.set(reopenOnReply);
    if (view?.reopenOnReply != null) void senders.save({ ...wanted, reopenOnReply });
  };
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={wanted?.reopenOnReply ?? view?.reopenOnReply ?? offered ?? true}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
      {TEXTS.settings.reopenOnReply}
    </label>
  );
}

function SetUp() {
  const { notSetUp } = useStore(settings);
  const [status, setStatus] = useState('');
  const { before, menuItem, after } = TEXTS.settings.howToSetUp;
  const check = async () => {
    setStatus(TEXTS.settings.checking);
    await loadSettings();
    setStatus(TEXTS.settings.notSetUp(settings.get().error?.message ?? ''));
  };
  return (
    <>
      <p>
        {before} <b>{menuItem}</b> {after}
      </p>
      <div class="row">
        <ExternalLink href={notSetUp?.sheetUrl ?? ''} class="button">
          {TEXTS.settings.openSheet}
        </ExternalLink>
        <button type="button" class="quiet" onClick={() => void check()}>
          {TEXTS.settings.checkAgain}
        </button>
      </div>
      <p role="status">{status}</p>
    </>
  );
}
