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
      <h3 id="conflict">Also edited in the sheet</h3>
      {collisions(one, newer).map((field) => (
        <dl key={field}>
          <dt>Your {field}</dt>
          <dd class="text" dir="auto">
            {edits[field] || '(empty)'}
          </dd>
          <dt>The sheet's {field}</dt>
          <dd class="text" dir="auto">
            {newer[field] || '(empty)'}
          </dd>
        </dl>
      ))}
      <button type="button" onClick={choose(true)}>
        Keep my version
      </button>{' '}
      <button type="button" class="quiet" onClick={choose(false)}>
        Use the sheet's
      </button>
    </section>
  );
}
