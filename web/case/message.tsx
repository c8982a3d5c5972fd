import type { MessageView } from '../../src/tracker/page/answers';
import { Time } from '../time';
import { Attachments } from './attachments';
import { Body } from './body';

interface Props {
  message: MessageView;
  /** The case's: a message tells its own only where it differs. */
  subject: string;
  isOpen: boolean;
  isNew: boolean;
}

/** More first words than fit into a line. */
const FIRST_WORDS = 200;

export function Message({ message, subject, isOpen, isNew }: Props) {
  const { from, date, body, attachments } = message;
  return (
    // Focused by the keys j and k.
    <article class="card message" tabIndex={-1} aria-label={`Message from ${from}`}>
      <details open={isOpen}>
        <summary>
          <h3>
            <bdi>{from}</bdi>
          </h3>
          {isNew && <mark class="pill">New</mark>}
          <span class="soft" dir="auto">
            {body.slice(0, FIRST_WORDS)}
          </span>
          <Time iso={date} />
        </summary>
        {bare(message.subject) !== bare(subject) && (
          <p class="soft" dir="auto">
            {message.subject}
          </p>
        )}
        <Body body={body} subject={message.subject} />
        <Attachments files={attachments} />
      </details>
    </article>
  );
}

/** Without `Re:` and its translations. */
function bare(subject: string): string {
  return subject.replace(/^(\s*(re|aw|sv|antw|rif|ref|fwd?|wg|tr)\s*:)+/i, '').trim();
}
