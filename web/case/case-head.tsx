import type { Ref } from 'preact';
import type { CaseSummary, CaseView } from '../../src/tracker/page/answers';
import { Link } from '../link';
import { Time } from '../time';
import { counted } from '../words';
import { lastList } from './came-from';
import { CopyLink } from './copy-link';

interface Props {
  caseNumber: string;
  /** As far as it is known. */
  known: CaseView | CaseSummary | undefined;
  heading: Ref<HTMLHeadingElement>;
}

export function CaseHead({ caseNumber, known, heading }: Props) {
  return (
    <header>
      <Link to={lastList()}>Back to the list</Link>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        {known ? known.subject || 'No subject' : caseNumber}
      </h2>
      {known && (
        <>
          <span class="soft">
            {caseNumber} · <bdi>{known.sender}</bdi> · <Time iso={known.received} /> ·{' '}
            {counted('messages' in known ? known.messages.length : known.emailCount, 'message')}
          </span>
          <CopyLink caseNumber={caseNumber} />
        </>
      )}
    </header>
  );
}
