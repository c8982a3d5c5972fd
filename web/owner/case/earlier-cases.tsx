import { useEffect, useMemo } from 'preact/hooks';
import type { CaseSummary } from '../../../src/tracker/case/answers';
import { showMarks } from '../../shared/person';
import { useStore } from '../../shared/store';
import { ExactTime } from '../../shared/time';
import { onUpdate } from '../bell/notifications';
import { Link } from '../link';
import { caseStore, storeSummaries } from '../list/case-store';
import { call } from '../server';
import { StatusGlyph } from '../status-glyph';
import { TEXTS } from '../texts';

interface EarlierCasesProps {
  caseNumber: string;
  sender: string;
}

const MAX_SHOWN = 5;
/** An owner who walks through the cases faster than this does not look at them. */
const PAUSE_MS = 500;

/** The senders whose last cases are all in the case store. */
const completed = new Set<string>();
onUpdate(() => completed.clear());

/** The sender's other cases: those that are on the page already, at once, and what the script finds, a little later. */
export function EarlierCases({ caseNumber, sender }: EarlierCasesProps) {
  const summaries = useStore(caseStore);
  useEffect(() => {
    if (completed.has(sender)) return;
    const timer = setTimeout(() => void findCases(sender), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [sender]);
  const cases = useMemo(() => listOthers(summaries, { caseNumber, sender }), [summaries, caseNumber, sender]);
  if (cases.length === 0) return null;
  return (
    <section class="earlier-cases" aria-labelledby="earlier-cases">
      <h3 id="earlier-cases">{TEXTS.case.alsoFromSender}</h3>
      <ul>
        {cases.map((one) => (
          <li key={one.caseNumber}>
            <StatusGlyph status={one.status} />
            <Link
              class="plain"
              to={{ page: 'case', caseNumber: one.caseNumber }}
              title={showMarks(one.subject)}
            >
              <bdi>{showMarks(one.subject || TEXTS.case.noSubject)}</bdi>
            </Link>
            <small class="soft">
              {one.caseNumber} · {one.status} · <ExactTime iso={one.lastMailAt ?? one.received} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function findCases(sender: string): Promise<void> {
  const since = performance.now();
  try {
    const { cases } = await call('searchCases', { sender, limit: MAX_SHOWN + 1, order: 'lastMail' });
    storeSummaries(cases, since);
    completed.add(sender);
  } catch {
    // The case is complete without them, and the sender's next one asks again.
  }
}

function listOthers(
  summaries: ReadonlyMap<string, CaseSummary>,
  { caseNumber, sender }: EarlierCasesProps,
): CaseSummary[] {
  const lastMail = ({ lastMailAt, received }: CaseSummary) => lastMailAt ?? received ?? '';
  return [...summaries.values()]
    .filter((one) => one.sender === sender && one.caseNumber !== caseNumber)
    .sort((a, b) => (lastMail(a) < lastMail(b) ? 1 : -1))
    .slice(0, MAX_SHOWN);
}
