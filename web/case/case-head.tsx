import type { Ref } from 'preact';
import { Link } from '../link';
import { Time } from '../time';
import { lastList } from './came-from';
import { CopyLink } from './copy-link';

interface Props {
  caseNumber: string;
  /** As far as it is known. */
  known: { subject: string; sender: string; received: string | null; emailCount: number } | undefined;
  heading: Ref<HTMLHeadingElement>;
}

export function CaseHead({ caseNumber, known, heading }: Props) {
  return (
    <header class="case-head">
      <Link to={lastList()} class="back">
        Back to the list
      </Link>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        {known ? known.subject || 'No subject' : caseNumber}
      </h2>
      {known && (
        <p class="soft">
          {caseNumber} · <bdi>{known.sender}</bdi> · <Time iso={known.received} /> ·{' '}
          {known.emailCount === 1 ? '1 message' : `${known.emailCount} messages`}
        </p>
      )}
      {known && <CopyLink caseNumber={caseNumber} />}
    </header>
  );
}
