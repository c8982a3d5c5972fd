import { useState } from 'preact/hooks';
import type { CaseView, MessageView } from '../../src/tracker/answers';
import { useShortcuts } from '../keys';
import './conversation.css';
import { Message } from './message';

interface Props {
  view: CaseView;
  /** Messages that came while the page was open. */
  fresh: ReadonlySet<string>;
}

/** Longer ones begin with all but the last message folded. */
const SHORT = 3;

export function Conversation({ view: { messages, subject }, fresh }: Props) {
  // Only at first: what somebody reads must not fold when the next message comes.
  const [folded, setFolded] = useState(() => older(messages));
  const toggle = (id: string) => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  };
  const showAll = () => {
    setFolded(new Set());
    // The button goes, and would take the focus along.
    step(1);
  };
  useShortcuts([
    { keys: 'j', does: 'Go to the next message', run: () => step(1) },
    { keys: 'k', does: 'Go to the message before', run: () => step(-1) },
  ]);
  return (
    <section class="conversation" aria-label="Conversation">
      {messages.some(({ messageId }) => folded.has(messageId)) && (
        <button type="button" class="quiet" onClick={showAll}>
          Show all
        </button>
      )}
      {messages.map((message) => (
        <Message
          key={message.messageId}
          message={message}
          subject={subject}
          isOpen={!folded.has(message.messageId)}
          isNew={fresh.has(message.messageId)}
          onToggle={() => toggle(message.messageId)}
        />
      ))}
      {messages.length === 0 && <p class="soft">The tab Messages has no message of this case.</p>}
    </section>
  );
}

function older(messages: readonly MessageView[]): Set<string> {
  return new Set(messages.length > SHORT ? messages.slice(0, -1).map(({ messageId }) => messageId) : []);
}

function step(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>('.message')];
  const at = all.findIndex((message) => message.contains(document.activeElement));
  const first = by === 1 ? 0 : all.length - 1;
  all[at < 0 ? first : at + by]?.focus();
}
