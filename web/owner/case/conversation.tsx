import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { MessageView } from '../../../src/tracker/case/answers';
import { useShortcuts } from '../../shared/shortcuts';
import { useStore } from '../../shared/store';
import { findWords, Highlight } from '../list/highlight';
import { settings } from '../settings/settings';
import { TEXTS } from '../texts';
import { Attachments } from './attachments';
import { Body } from './body';
import './conversation.css';
import { nameOf, Person, showMarks } from '../../shared/person';
import { ExactTime } from '../../shared/time';
import { NARROW } from './media';
import type { OpenCase } from './open-cases';
import { useOwnReplies } from './own-replies';

interface ConversationProps {
  openCase: OpenCase;
  /** The number of messages the owner had seen when the case was opened. */
  seen: number;
  /** Words of the search that found the case: they are marked, and the messages with them are open. */
  words: readonly string[];
}

interface MessageProps {
  message: MessageView;
  /** The case's: a message shows its own only if that differs. */
  subject: string;
  isOpen?: boolean;
  isNew?: boolean;
  /** The owner's answer. */
  isOwn?: boolean;
  words: readonly string[];
}

/** More than fits into one line. */
const PREVIEW_CHARACTERS = 200;

/** The most older messages that each have a row; of more, all but the last few are one row. */
const MAX_LINES = 4;
const LAST_LINES = 2;

export function Conversation({ openCase, seen, words }: ConversationProps) {
  const { view, newMessageIds } = openCase;
  const { messages, subject } = view;
  // Decided once: a message that is being read must not fold when the next one comes in.
  const [{ earlier, open }] = useState(() => fold(messages, seen, words));
  const isNew = ({ messageId, isAutomatic }: MessageView, at: number) =>
    !isAutomatic && ((seen > 0 && at >= seen) || newMessageIds.includes(messageId));
  useShortcuts([
    { keys: 'j', description: TEXTS.case.nextMessage, run: () => focusMessage(1) },
    { keys: 'k', description: TEXTS.case.previousMessage, run: () => focusMessage(-1) },
  ]);
  const { repliesBefore, errorNotice } = useOwnReplies(view);
  const own = (at: number) =>
    repliesBefore(at).map((message) => (
      <Message key={message.messageId} message={message} {...{ subject, words }} isOwn />
    ));
  const items = messages.map((message, at) => (
    <Fragment key={message.messageId}>
      {own(at)}
      <Message
        message={message}
        subject={subject}
        isOpen={open.has(message.messageId) || newMessageIds.includes(message.messageId)}
        isNew={isNew(message, at)}
        words={words}
      />
    </Fragment>
  ));
  return (
    <section class="conversation" aria-label={TEXTS.case.conversation}>
      {earlier > 0 && (
        <details class="earlier" open={messages.slice(0, earlier).some((one) => open.has(one.messageId))}>
          <summary>{TEXTS.case.earlierMessages(earlier)}</summary>
          {items.slice(0, earlier)}
        </details>
      )}
      {items.slice(earlier)}
      {own(messages.length)}
      {errorNotice}
      {messages.length === 0 && <p class="soft">{TEXTS.case.noMessages}</p>}
    </section>
  );
}

/** There while a message is folded. */
export function ExpandAll() {
  const expand = () => {
    for (const one of document.querySelectorAll<HTMLDetailsElement>('.earlier, .message > details'))
      one.open = true;
    // The button disappears, and the focus would go with it.
    focusMessage(1);
  };
  return (
    <button type="button" class="quiet expand-all" onClick={expand}>
      {TEXTS.case.expandAll}
    </button>
  );
}

/** Folds older messages into one row, and opens others: the newest, those not seen yet, and those with words of the search. */
function fold(messages: readonly MessageView[], seen: number, words: readonly string[]) {
  const older = messages.length - 1;
  const maxLines = matchMedia(NARROW).matches ? 1 : MAX_LINES;
  const lines = matchMedia(NARROW).matches ? 0 : LAST_LINES;
  const isOpen = ({ body }: MessageView, at: number) =>
    at === older || (seen > 0 && at >= seen) || findWords(body, words).length > 0;
  return {
    earlier: older > maxLines ? older - lines : 0,
    open: new Set(messages.filter(isOpen).map(({ messageId }) => messageId)),
  };
}

function Message({ message, subject, isOpen = false, isNew = false, isOwn = false, words }: MessageProps) {
  const { from, writer, date, body } = message;
  const name = isOwn ? TEXTS.case.you : writer;
  const toggle = ({ key, target, currentTarget }: KeyboardEvent) => {
    const details = (currentTarget as Element).querySelector('details');
    if (key === 'Enter' && target === currentTarget && details) details.open = !details.open;
  };
  return (
    // The keys j and k focus it.
    <article
      class="message"
      tabIndex={-1}
      aria-label={TEXTS.case.messageFrom(nameOf(name, from))}
      onKeyDown={toggle}
    >
      <details open={isOpen}>
        <summary>
          <h3>
            <Person name={name} address={from} show={(text) => <Highlight text={text} words={words} />} />
          </h3>
          {writer && !isOwn && (
            <bdi class="address soft">
              <Highlight text={showMarks(from)} words={words} />
            </bdi>
          )}
          {message.isAutomatic && <small class="chip soft">{TEXTS.case.automatic}</small>}
          {isNew && <mark class="chip">{TEXTS.case.new}</mark>}
          <span class="preview soft" dir="auto">
            {body.slice(0, PREVIEW_CHARACTERS)}
          </span>
          <ExactTime iso={date} />
        </summary>
        <People message={message} />
        {withoutReplyPrefix(message.subject) !== withoutReplyPrefix(subject) && (
          <p class="soft" dir="auto">
            <Highlight text={showMarks(message.subject)} words={words} />
          </p>
        )}
        <Body body={body} subject={message.subject} words={words} />
        <Attachments message={message} />
      </details>
    </article>
  );
}

/** Names the other people concerned: whoever answers should know. */
function People({
  message: { fromName, writer, from, originalFrom, replyTo, to, cc },
}: Pick<MessageProps, 'message'>) {
  const { people } = TEXTS.case;
  const own = useStore(settings).view?.address ?? '';
  const parts = [
    originalFrom && `${originalFrom} ${people.via(from)}`,
    !originalFrom && writer !== fromName && fromName && people.via(fromName),
    replyTo && people.replyTo(replyTo),
    to !== own && to && people.to(to),
    cc && people.cc(cc),
  ].filter(Boolean);
  return parts.length > 0 ? (
    <p class="people soft" dir="auto">
      {showMarks(parts.join(' · '))}
    </p>
  ) : null;
}

/** Returns a subject without `Re:` and its translations. */
function withoutReplyPrefix(subject: string): string {
  return subject.replace(/^(\s*(re|aw|sv|antw|rif|ref|fwd?|wg|tr)\s*:)+/i, '').trim();
}

/** Focuses the next message, passing over those in a folded row. */
function focusMessage(by: 1 | -1): void {
  const all = [
    ...document.querySelectorAll<HTMLElement>('.earlier[open] > .message, .conversation > .message'),
  ];
  const at = all.findIndex((message) => message.contains(document.activeElement));
  const first = by === 1 ? 0 : all.length - 1;
  all[at < 0 ? first : at + by]?.focus();
}
