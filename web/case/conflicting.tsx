import { collisions } from './edits';
import type { Opened } from './opened';
import { decide } from './save';

interface Props {
  one: Opened;
  onDone: () => void;
}

/** Both versions where the sheet has changed under an edit. */
export function Conflicting({ one, onDone }: Props) {
  const { newer, edits } = one;
  if (!newer) return null;
  const choose = (isMine: boolean) => () => {
    decide(one, isMine);
    onDone();
  };
  return (
    <section aria-labelledby="conflict">
      <h3 id="conflict">Changed elsewhere meanwhile</h3>
      {collisions(one, newer).map((field) => (
        <dl key={field}>
          <dt>Your {field}</dt>
          <dd class="text" dir="auto">
            {edits[field] || '(empty)'}
          </dd>
          <dt>Their {field}</dt>
          <dd class="text" dir="auto">
            {newer[field] || '(empty)'}
          </dd>
        </dl>
      ))}
      <button type="button" onClick={choose(true)}>
        Keep mine
      </button>{' '}
      <button type="button" class="quiet" onClick={choose(false)}>
        Take theirs
      </button>
    </section>
  );
}
