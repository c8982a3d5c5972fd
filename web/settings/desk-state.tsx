import type { SettingsView } from '../../src/tracker/page/answers';
import { Outside } from '../outside';
import { Time } from '../time';

/** Whether mail is being checked, what is in the way, and how to mend it. */
export function DeskState({ view: { health, lastCheckedAt, sheetUrl } }: { view: SettingsView }) {
  const { timer, problems } = health;
  const isWell = problems.length === 0;
  return (
    <>
      <p>
        {isWell && 'All is well: '}
        {timer ? 'mail is checked every 5 minutes' : 'the timer is not running'},{' '}
        {lastCheckedAt ? (
          <>
            last checked <Time iso={lastCheckedAt} />
          </>
        ) : (
          'not checked yet'
        )}
        .
      </p>
      {problems.map((problem) => (
        <p key={problem} class="problem">
          {problem}
        </p>
      ))}
      <p>
        <Outside href={sheetUrl}>Open the sheet</Outside>
      </p>
    </>
  );
}
