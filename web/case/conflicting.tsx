import { useStore } from '../store';
import type { Draft } from './draft';
import { collisions, type Field } from './edits';

interface Props {
  draft: Draft;
  onDone: () => void;
}

const NAMES: Record<Field, string> = { status: 'Status', issue: 'Issue', notes: 'Notes' };

/** Both versions where the sheet has changed under an edit. */
export function Conflicting({ draft, onDone }: Props) {
  const state = useStore(draft.state);
  const { mine, newer } = state;
  if (!newer) return null;
  const decide = (decision: () => void) => () => {
    decision();
    onDone();
  };
  return (
    <section class="conflict" aria-labelledby="conflict">
      <h3 id="conflict">Changed elsewhere meanwhile</h3>
      {collisions(state, newer).map((field) => (
        <dl key={field}>
          <Version name={`${NAMES[field]}: yours`} text={mine[field]} />
          <Version name={`${NAMES[field]}: theirs`} text={newer[field]} />
        </dl>
      ))}
      <button type="button" onClick={decide(() => draft.keepMine())}>
        Keep mine
      </button>{' '}
      <button type="button" class="quiet" onClick={decide(() => draft.takeTheirs())}>
        Take theirs
      </button>
    </section>
  );
}

function Version({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="text" dir="auto">
        {text || <span class="soft">empty</span>}
      </dd>
    </div>
  );
}
