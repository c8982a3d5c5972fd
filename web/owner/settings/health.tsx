import { useEffect, useState } from 'preact/hooks';
import type { HealthLine, HealthReport, State } from '../../../src/health/report';
import type { SettingsView } from '../../../src/tracker/case/answers';
import { announce } from '../../shared/announcer';
import { Time } from '../../shared/time';
import { ErrorNotice } from '../feedback';
import { call } from '../server';
import { TEXTS } from '../texts';
import './health.css';

const MARKS: Record<State, string> = {
  ok: 'M5 8.2 7.2 10.4 11 6',
  warning: 'M8 4.5v4.2M8 11v.5',
  problem: 'M5.5 5.5l5 5m0-5l-5 5',
};

/** Three lights, each with what is so and what to do. Below them, folded, is everything that was looked at. */
export function Health({ view }: { view: SettingsView }) {
  const [health, setHealth] = useState<HealthReport>();
  const [error, setError] = useState<Error>();
  const [loads, setLoads] = useState(0);
  // All else that the settings say changes nothing here.
  const { lastCheckedAt, emailAlerts, alertEmail } = view;
  const { problems } = view.health;
  const known = JSON.stringify([lastCheckedAt, emailAlerts, alertEmail, problems]);
  useEffect(() => {
    let isLatest = true;
    const show = (next?: HealthReport, failure?: Error) => {
      if (!isLatest) return;
      if (next) setHealth(next);
      setError(failure);
    };
    call('getHealth').then(show, (failure: Error) => show(undefined, failure));
    return () => {
      isLatest = false;
    };
  }, [known, loads]);
  return (
    <>
      {error && (
        <ErrorNotice
          what={TEXTS.settings.health.notLoaded}
          error={error}
          onRetry={() => setLoads((count) => count + 1)}
        />
      )}
      {!health &&
        problems.map((problem) => (
          <p key={problem} class="problem">
            {problem}
          </p>
        ))}
      {!health && !error && <p role="status">{TEXTS.settings.health.loading}</p>}
      {health && (
        <div class="health">
          <p class="soft">{health.summary.sentence}</p>
          <ul>
            {health.lights
              .filter(({ light, state }) => light !== 'rest' || state !== 'ok')
              .map((line) => (
                <li key={line.light}>
                  <Line line={line} />
                </li>
              ))}
          </ul>
          <details>
            <summary>{TEXTS.settings.health.all}</summary>
            <Copy text={health.text} />
            <ul>
              {health.lines.map((line) => (
                <li key={`${line.label} ${line.sentence}`}>
                  <Line line={line} hasDetail />
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
    </>
  );
}

/** Copies everything for whoever helps the owner. It is shown where the frame may not use the clipboard. */
function Copy({ text }: { text: string }) {
  const [isShown, setShown] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => announce(TEXTS.settings.health.copied),
      () => setShown(true),
    );
  };
  if (isShown) return <textarea aria-label={TEXTS.settings.health.text} readOnly rows={6} value={text} />;
  return (
    <button type="button" class="quiet" onClick={copy}>
      {TEXTS.settings.health.copy}
    </button>
  );
}

/** The state is a word, too: not everybody sees its colour. */
function Line({ line, hasDetail = false }: { line: HealthLine; hasDetail?: boolean }) {
  const { label, state, sentence, cure, detail, reachedAt } = line;
  return (
    <>
      <span class="name">
        <svg class="glyph" data-state={state} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6" />
          <path d={MARKS[state]} />
        </svg>
        <strong>{label}</strong> <span data-state={state}>{TEXTS.settings.health.states[state]}</span>
        {hasDetail && reachedAt != null && (
          <span class="soft">
            <Time iso={new Date(reachedAt).toISOString()} />
          </span>
        )}
      </span>
      <p>
        {sentence}
        {cure && <b> {cure}</b>}
      </p>
      {hasDetail && detail && <p class="soft">{detail}</p>}
    </>
  );
}
