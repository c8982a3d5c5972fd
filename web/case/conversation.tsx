import { useState } from 'preact/hooks';
import { useShortcuts } from '../keys';
import './conversation.css';
import { Message } from './message';
import type { Opened } from './opened';

/** Longer ones begin with all but the last message folded. */
const SHORT = 3;

export function Conversation({ view: { messages, subject }, fresh }: Opened) {
  // Only at first: what somebody reads must not fold when the next message comes.
  const [folded] = useState(() => (messages.length > SHORT ? messages.slice(0, -1) : []).map(idOf));
  useShortcuts([
    { keys: 'j', does: 'Go to the next message', run: () => step(1) },
    { keys: 'k', does: 'Go to the previous message', run: () => step(-1) },
  ]);
  return (
    <section aria-label="Conversation">
      <button type="button" class="quiet show-all" onClick={showAll}>
        Show all
      </button>
      {messages.map((message) => (
        <Message
          key={message.messageId}
          message={message}
          subject={subject}
          isOpen={!folded.includes(message.messageId)}
          isNew={fresh.includes(message.messageId)}
        />
      ))}
      {messages.length === 0 && <p class="soft">The Messages tab has no messages for this case.</p>}
    </section>
  );
}

function idOf({ messageId }: { messageId: string }): string {
  return messageId;
}

function showAll(): void {
  for (const one of document.querySelectorAll<HTMLDetailsElement>('.message > details')) one.open = true;
  // The button goes, and would take the focus along.
  step(1);
}

function step(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>('.message')];
  const at = all.findIndex((message) => message.contains(document.activeElement));
  const first = by === 1 ? 0 : all.length - 1;
  all[at < 0 ? first : at + by]?.focus();
}
