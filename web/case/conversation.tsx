import { useState } from 'preact/hooks';
import type { MessageView } from '../../src/tracker/page/answers';
import { useShortcuts } from '../shortcuts';
import { Time } from '../time';
import { Attachments } from './attachments';
import { Body } from './body';
import './conversation.css';
import type { OpenCase } from './open-cases';

interface MessageProps {
  message: MessageView;
  /** The case's: a message shows its own only if that differs. */
  subject: string;
  isOpen: boolean;
  isNew: boolean;
}

/** More than fits into one line. */
const PREVIEW_CHARACTERS = 200;

/** In a longer conversation all messages but the last are folded at first. */
const MAX_UNFOLDED = 3;

export function Conversation({ view: { messages, subject }, newMessageIds }: OpenCase) {
  // Decided once: a message that is being read must not fold when the next one comes in.
  const [folded] = useState(() =>
    (messages.length > MAX_UNFOLDED ? messages.slice(0, -1) : []).map(({ messageId }) => messageId),
  );
  useShortcuts([
    { keys: 'j', description: 'Go to the next message', run: () => focusMessage(1) },
    { keys: 'k', description: 'Go to the previous message', run: () => focusMessage(-1) },
  ]);
  return (
    <section aria-label="Conversation">
      <button type="button" class="quiet show-all" onClick={showAll}>
        Expand all
      </button>
      {messages.map((message) => (
        <Message
          key={message.messageId}
          message={message}
          subject={subject}
          isOpen={!folded.includes(message.messageId)}
          isNew={newMessageIds.includes(message.messageId)}
        />
      ))}
      {messages.length === 0 && <p class="soft">The Messages tab has no messages for this case.</p>}
    </section>
  );
}

function Message({ message, subject, isOpen, isNew }: MessageProps) {
  const { from, date, body, attachments } = message;
  return (
    // The keys j and k focus it.
    <article class="card message" tabIndex={-1} aria-label={`Message from ${from}`}>
      <details open={isOpen}>
        <summary>
          <h3>
            <bdi>{from}</bdi>
          </h3>
          {isNew && <mark class="pill">New</mark>}
          <span class="soft" dir="auto">
            {body.slice(0, PREVIEW_CHARACTERS)}
          </span>
          <Time iso={date} />
        </summary>
        {withoutReplyPrefix(message.subject) !== withoutReplyPrefix(subject) && (
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
function withoutReplyPrefix(subject: string): string {
  return subject.replace(/^(\s*(re|aw|sv|antw|rif|ref|fwd?|wg|tr)\s*:)+/i, '').trim();
}

function showAll(): void {
  for (const one of document.querySelectorAll<HTMLDetailsElement>('.message > details')) one.open = true;
  // The button disappears, and the focus would go with it.
  focusMessage(1);
}

function focusMessage(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>('.message')];
  const at = all.findIndex((message) => message.contains(document.activeElement));
  const first = by === 1 ? 0 : all.length - 1;
  all[at < 0 ? first : at + by]?.focus();
}
