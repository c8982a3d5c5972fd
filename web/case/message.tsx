import type { MessageView } from '../../src/tracker/answers';
import { Time } from '../time';
import { Attachments } from './attachments';
import { Body } from './body';

interface Props {
  message: MessageView;
  /** The case's: a message tells its own only where it differs. */
  subject: string;
  isOpen: boolean;
  isNew: boolean;
  onToggle: () => void;
}

const FIRST_WORDS = 140;

export function Message({ message, subject, isOpen, isNew, onToggle }: Props) {
  const { from, date, body, attachments } = message;
  return (
    // Focused by the keys j and k.
    <article class={isNew ? 'message fresh' : 'message'} tabIndex={-1} aria-label={`Message from ${from}`}>
      <h3>
        <button type="button" class="line" aria-expanded={isOpen} onClick={onToggle}>
          <bdi class="from">{from}</bdi>
          {isNew && <span class="mark">New</span>}
          {!isOpen && (
            <span class="words soft" dir="auto">
              {firstWords(body)}
            </span>
          )}
          <span class="soft when">
            <Time iso={date} />
          </span>
        </button>
      </h3>
      {isOpen && (
        <div class="content">
          {bare(message.subject) !== bare(subject) && (
            <p class="soft">
              <bdi>{message.subject}</bdi>
            </p>
          )}
          <Body body={body} subject={message.subject} />
          <Attachments files={attachments} />
        </div>
      )}
    </article>
  );
}

function firstWords(body: string): string {
  return body
    .slice(0, 4 * FIRST_WORDS)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, FIRST_WORDS);
}

/** Without `Re:` and its translations. */
function bare(subject: string): string {
  return subject.replace(/^(\s*(re|aw|sv|antw|rif|ref|fwd?|wg|tr)\s*:)+/i, '').trim();
}
