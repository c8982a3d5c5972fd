import type { Checked } from '../../src/tracker/answers';
import { Failed } from '../failed';
import { Link } from '../link';
import { useStore } from '../store';
import { check, checkNow, inWords } from './check';

/** After these, a number says enough. */
const MOST_LINKS = 10;

export function CheckNow() {
  const { isRunning = false, answer, error } = useStore(check);
  return (
    <div class="check">
      <button type="button" aria-disabled={isRunning} onClick={() => void checkNow()}>
        {isRunning ? 'Checking…' : 'Check now'}
      </button>
      <p>
        {isRunning && 'Checking… this can take minutes.'}
        {answer && <Outcome answer={answer} />}
      </p>
      {error && <Failed what="The check did not succeed" error={error} onRetry={() => void checkNow()} />}
    </div>
  );
}

function Outcome({ answer }: { answer: Checked }) {
  const shown = answer.newCases.slice(0, MOST_LINKS);
  const others = answer.newCases.length - shown.length;
  return (
    <>
      {inWords(answer)}
      {shown.map((caseNumber, index) => (
        <>
          {index > 0 ? ', ' : ': '}
          <Link to={{ page: 'case', caseNumber }}>{caseNumber}</Link>
        </>
      ))}
      {others > 0 && ` and ${others} more`}
    </>
  );
}
