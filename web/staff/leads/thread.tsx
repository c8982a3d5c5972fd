import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LeadView } from '../../../src/leads/lead/lead-view';
import type { MessageView } from '../../../src/leads/lead/message-view';
import { Button } from '../../shared/button';
import { ExactTime } from '../../shared/time';
import { pathOf, read, write } from '../api';
import { useAsyncAction } from '../async-action';
import { Failure } from '../failure';
import * as FRAME from '../texts';
import { sendText } from './composer';
import * as TEXTS from './texts';

interface ThreadProps {
  lead: LeadView;
  reload: () => void;
}

/** Texts from the oldest to the newest, which is what one sees first. */
export function Thread({ lead, reload }: ThreadProps) {
  const { earlier, hasEarlier, isLoading, error, loadEarlier } = useEarlier(lead);
  const messages = [...earlier, ...lead.messages];
  const newest = messages.at(-1)?.id;
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  if (messages.length === 0) return <p class="soft">{TEXTS.thread.none}</p>;
  return (
    <>
      {hasEarlier && (
        <Button class="quiet" aria-disabled={isLoading} onClick={loadEarlier}>
          {isLoading ? FRAME.loading : TEXTS.thread.earlier}
        </Button>
      )}
      <Failure what={TEXTS.thread.earlierFailed} error={error} onRetry={loadEarlier} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys */}
      <ol ref={list} class="thread stack" aria-labelledby="thread-title" tabIndex={0}>
        {messages.map((message) => (
          <Message
            key={message.id}
            leadId={lead.id}
            message={message}
            isSentAgain={isSentAgain(message, messages)}
            reload={reload}
          />
        ))}
      </ol>
    </>
  );
}

interface MessageProps {
  leadId: string;
  message: MessageView;
  /** A later text says the same. */
  isSentAgain: boolean;
  reload: () => void;
}

function Message({ leadId, message, isSentAgain, reload }: MessageProps) {
  const { direction, body, status, at, sendAt, error, media, channel } = message;
  const isScheduled = sendAt !== null && status === 'queued';
  const hasFailed = status === 'failed' || status === 'undelivered';
  return (
    <li class={`message ${direction}`}>
      <span class="visually-hidden">{direction === 'inbound' ? TEXTS.thread.them : TEXTS.thread.us}</span>
      {body !== '' && (
        <p class="text" dir="auto">
          {body}
        </p>
      )}
      {media.map(({ url, type }) => (
        <Attachment key={url} url={url} type={type} />
      ))}
      <p class={hasFailed ? 'problem' : 'soft'}>
        {isScheduled ? (
          <>
            {TEXTS.thread.scheduled} <ExactTime iso={sendAt} />
          </>
        ) : (
          <>
            <ExactTime iso={at} /> · {TEXTS.thread.statuses[status]}
          </>
        )}
        {channel === 'whatsapp' && ` · ${TEXTS.thread.whatsapp}`}
        {error !== null && `: ${error}`}
      </p>
      {isScheduled && <Cancel leadId={leadId} message={message} reload={reload} />}
      {hasFailed && isSentAgain && <p class="soft">{TEXTS.thread.sentAgain}</p>}
      {hasFailed && !isSentAgain && <SendAgain leadId={leadId} message={message} reload={reload} />}
    </li>
  );
}

/** Attachment, which stays at the provider. One without an address of the web is only named. */
function Attachment({ url, type }: MessageView['media'][number]) {
  const name = TEXTS.thread.attachment(type);
  if (!url.startsWith('https://')) return <p>{name}</p>;
  return (
    <p>
      <a href={url} target="_blank" rel="noreferrer">
        {name}
      </a>
    </p>
  );
}

function Cancel({ leadId, message, reload }: Omit<MessageProps, 'isSentAgain'>) {
  const { isBusy, error, start } = useAsyncAction(async () => {
    await write('DELETE', pathOf('messaging', 'threads', leadId, 'messages', message.id));
    reload();
  });
  return (
    <>
      <Button class="quiet" aria-disabled={isBusy} onClick={start}>
        {isBusy ? TEXTS.thread.canceling : TEXTS.thread.cancel}
      </Button>
      <Failure what={TEXTS.thread.cancelFailed} error={error} />
    </>
  );
}

function SendAgain({ leadId, message, reload }: Omit<MessageProps, 'isSentAgain'>) {
  const { isBusy, error, start } = useAsyncAction(async () => {
    // Named after the one that has failed, so that it is sent again once.
    await sendText(leadId, message.body, { key: `again ${message.id}` });
    reload();
  });
  return (
    <>
      <Button class="quiet" aria-disabled={isBusy} onClick={start}>
        {isBusy ? TEXTS.composer.sending : TEXTS.thread.again}
      </Button>
      <Failure what={TEXTS.thread.againFailed} error={error} />
    </>
  );
}

function isSentAgain(failed: MessageView, messages: readonly MessageView[]): boolean {
  return messages.some(
    ({ id, direction, body, at }) =>
      id !== failed.id && direction === 'outbound' && body === failed.body && at > failed.at,
  );
}

const PAGE_SIZE = 100;

/** A lead has its newest texts with it. Those before are read in pages, which count from the oldest. */
function useEarlier({ id, messages, messagesTotal }: LeadView) {
  const [earlier, setEarlier] = useState<MessageView[]>([]);
  const shown = new Set(messages.map((message) => message.id));
  const older = earlier.filter((message) => !shown.has(message.id));
  const missing = messagesTotal - messages.length - older.length;
  const { isBusy, error, start } = useAsyncAction(async () => {
    if (missing <= 0) return;
    const page = Math.ceil(missing / PAGE_SIZE);
    const path = `${pathOf('messaging', 'threads', id)}?page=${page}&pageSize=${PAGE_SIZE}`;
    const reply = await read<{ data: MessageView[] }>(path);
    const known = new Set([...shown, ...earlier.map((message) => message.id)]);
    const fresh = reply?.value.data.filter((message) => !known.has(message.id)) ?? [];
    setEarlier([...fresh, ...earlier]);
  });
  return { earlier: older, hasEarlier: missing > 0, isLoading: isBusy, error, loadEarlier: start };
}
