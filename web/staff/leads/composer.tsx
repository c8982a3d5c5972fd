import { useState } from 'preact/hooks';
import type { LeadView } from '../../../src/leads/lead/lead-view';
import { announce } from '../../shared/announcer';
import { useStore } from '../../shared/store';
import { write } from '../api';
import { useAsyncAction } from '../async-action';
import { Failure } from '../failure';
import { ApiError } from '../fetch-once';
import { session } from '../session';
import { dropDraft, findDraft, keepDraft } from './drafts';
import { decideOptOut } from './lead-store';
import * as TEXTS from './texts';

/** Length that the API takes. */
const MAX_CHARACTERS = 1_600;
const WARN_BELOW = 200;

interface Draft {
  text: string;
  /** Idempotency-Key of this very text: it is sent once, however often that is repeated. */
  key: string;
}

/** Field in which a text is written. It stays in this tab until the server has it. */
export function Composer({ lead, reload }: { lead: LeadView; reload: () => void }) {
  const { id, isOptedOut, name } = lead;
  const [draft, setDraft] = useState<Draft>(() => findDraft(id, 'text') ?? newDraft(''));
  const isTestMode = useStore(session)?.testMode;
  const edit = (text: string) => {
    const next = newDraft(text);
    keepDraft(id, 'text', next);
    setDraft(next);
    dismissError();
  };
  const { isBusy, error, start, dismissError } = useAsyncAction(async () => {
    if (draft.text.trim() === '') return;
    await sendText(id, draft.text, draft.key);
    dropDraft(id, 'text');
    setDraft(newDraft(''));
    announce(TEXTS.composer.queued);
    reload();
  });
  const submit = (event: Event) => {
    event.preventDefault();
    start();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) submit(event);
  };
  const left = MAX_CHARACTERS - draft.text.length;
  const isCertain = error instanceof ApiError && error.status < 500;
  if (isOptedOut) return <p class="soft">{TEXTS.composer.optedOut}</p>;
  if (lead.asksToStop) return <Decision id={id} name={name || TEXTS.list.unnamed} />;
  return (
    <form class="composer stack" onSubmit={submit}>
      <textarea
        id="composer"
        rows={3}
        dir="auto"
        aria-label={TEXTS.composer.label(name || TEXTS.list.unnamed)}
        placeholder={TEXTS.lead.replyKey}
        maxLength={MAX_CHARACTERS}
        value={draft.text}
        readOnly={isBusy}
        onInput={({ currentTarget }) => edit(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="row">
        <button type="submit" aria-disabled={isBusy || draft.text.trim() === ''}>
          {isBusy ? TEXTS.composer.sending : TEXTS.composer.send}
        </button>
        {left < WARN_BELOW && <span class="soft">{TEXTS.composer.left(left)}</span>}
        {isTestMode && <span class="soft">{TEXTS.composer.testMode}</span>}
      </div>
      <Failure what={isCertain ? TEXTS.composer.failed : TEXTS.composer.uncertain} error={error} />
    </form>
  );
}

/** Takes the place of the composer where the last text may ask for no more. */
function Decision({ id, name }: { id: string; name: string }) {
  const { isBusy, error, start } = useAsyncAction((optOut: boolean) => decideOptOut(id, optOut));
  return (
    <div class="composer stack">
      <p>{TEXTS.composer.asksToStop(name)}</p>
      <div class="row">
        <button type="button" aria-disabled={isBusy} onClick={() => start(true)}>
          {TEXTS.composer.optOut}
        </button>
        <button type="button" aria-disabled={isBusy} onClick={() => start(false)}>
          {TEXTS.composer.goOn}
        </button>
      </div>
      <Failure what={TEXTS.composer.undecided} error={error} />
    </div>
  );
}

/** @throws ApiError or ConnectionError; with the same key and text it is safe to ask again */
export async function sendText(leadId: string, body: string, idempotencyKey: string): Promise<void> {
  await write('POST', '/v1/messaging/messages', { leadId, body }, { idempotencyKey });
}

function newDraft(text: string): Draft {
  return { text, key: crypto.randomUUID() };
}
