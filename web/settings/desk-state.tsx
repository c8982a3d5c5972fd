import type { SettingsView } from '../../src/tracker/answers';
import { Time } from '../time';

/** Whether mail is being checked, what is in the way, and how to mend it. */
export function DeskState({ view: { health, lastCheckedAt, sheetUrl } }: { view: SettingsView }) {
  const { timer, problems } = health;
  const checked = lastCheckedAt && (
    <>
      last checked <Time iso={lastCheckedAt} />
    </>
  );
  return (
    <>
      {problems.length === 0 ? (
        <p class="well">
          All is well: a timer checks mail every 5 minutes, {checked || 'soon for the first time'}.
        </p>
      ) : (
        <>
          <p>
            Mail was {checked || 'never checked'}. {timer ? 'The timer is there.' : 'There is no timer.'}
          </p>
          <ul class="problems">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        <SheetLink url={sheetUrl} />
      </p>
    </>
  );
}

/** Case desk > Set up is in the menu there. */
export function SheetLink({ url, ...rest }: { url: string; class?: string }) {
  return (
    <a {...rest} href={url} target="_blank" rel="noreferrer">
      Open the sheet
    </a>
  );
}
