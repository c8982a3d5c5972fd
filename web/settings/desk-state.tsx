import type { SettingsView } from '../../src/tracker/answers';
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
        {timer ? 'a timer checks mail every 5 minutes' : 'there is no timer'},{' '}
        {lastCheckedAt ? (
          <>
            last checked <Time iso={lastCheckedAt} />
          </>
        ) : (
          'never checked so far'
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
