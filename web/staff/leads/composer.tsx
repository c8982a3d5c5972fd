import { useState } from 'preact/hooks';
import type { VehicleView } from '../../../src/leads/inventory/vehicles';
import type { Choices } from '../../../src/leads/lead/choices';
import type { LeadView } from '../../../src/leads/lead/lead-view';
import { fillTemplate } from '../../../src/leads/thread/templates';
import { announce } from '../../shared/announcer';
import { nameOf } from '../../shared/person';
import { useStore } from '../../shared/store';
import { pathOf, write } from '../api';
import { useAsyncAction } from '../async-action';
import { Failure } from '../failure';
import { ApiError } from '../fetch-once';
import { readUnlessUnchanged, useResource } from '../resource';
import { session } from '../session';
import { agentName } from './choices';
import { dropDraft, findDraft, keepDraft } from './drafts';
import { decideOptOut } from './lead-store';
import { fromLocalInput, toLocalInput } from './next-step';
import * as TEXTS from './texts';
import { vehicleName } from './vehicle-name';

/** Length that the API takes. */
const MAX_CHARACTERS = 1_600;
const WARN_BELOW = 200;

interface Draft {
  text: string;
  /** Idempotency-Key of this very text: it is sent once, however often that is repeated. */
  key: string;
}

interface ComposerProps {
  lead: LeadView;
  choices: Choices | undefined;
  reload: () => void;
}

/** Field in which a text is written. It stays in this tab until the server has it. */
export function Composer({ lead, choices, reload }: ComposerProps) {
  const { id, isOptedOut, name } = lead;
  const [draft, setDraft] = useState<Draft>(() => findDraft(id, 'text') ?? newDraft(''));
  const isTestMode = useStore(session)?.testMode;
  const [sendAt, setSendAt] = useState<string | null>(null);
  const edit = (text: string) => {
    const next = newDraft(text);
    keepDraft(id, 'text', next);
    setDraft(next);
    dismissError();
  };
  const { isBusy, error, start, dismissError } = useAsyncAction(async () => {
    if (draft.text.trim() === '') return;
    await sendText(id, draft.text, { key: draft.key, sendAt });
    dropDraft(id, 'text');
    setDraft(newDraft(''));
    announce(sendAt === null ? TEXTS.composer.queued : TEXTS.composer.scheduled);
    setSendAt(null);
    reload();
  });
  const isCertain = error instanceof ApiError && error.status < 500;
  // A text that may have been stored is sent again as it was.
  const schedule = (time: string | null) => {
    if (error && !isCertain) return;
    edit(draft.text);
    setSendAt(time);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    start();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) submit(event);
  };
  const left = MAX_CHARACTERS - draft.text.length;
  if (isOptedOut) return <p class="soft">{TEXTS.composer.optedOut}</p>;
  if (lead.asksToStop) return <Decision id={id} name={nameOf(name, lead.phone)} />;
  return (
    <form class="composer stack" onSubmit={submit}>
      <Templates lead={lead} choices={choices} onChoose={edit} />
      <textarea
        id="composer"
        rows={3}
        dir="auto"
        aria-label={TEXTS.composer.label(nameOf(name, lead.phone))}
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
        <label class="row soft">
          {TEXTS.composer.sendAt}
          <input
            type="datetime-local"
            value={toLocalInput(sendAt)}
            onInput={({ currentTarget }) => schedule(fromLocalInput(currentTarget.value))}
          />
        </label>
        {left < WARN_BELOW && <span class="soft">{TEXTS.composer.left(left)}</span>}
        {isTestMode && <span class="soft">{TEXTS.composer.testMode}</span>}
      </div>
      <Failure what={isCertain ? TEXTS.composer.failed : TEXTS.composer.uncertain} error={error} />
    </form>
  );
}

/** Puts a text of the Lists tab into the field, where it can be changed. */
function Templates({
  lead,
  choices,
  onChoose,
}: Omit<ComposerProps, 'reload'> & { onChoose: (text: string) => void }) {
  const vehicle = useResource(lead.vehicleId, async () =>
    lead.vehicleId === '' ? undefined : readUnlessUnchanged<VehicleView>(pathOf('vehicles', lead.vehicleId)),
  );
  const me = useStore(session)?.user.id ?? '';
  const templates = choices?.templates ?? [];
  if (templates.length === 0) return null;
  const choose = (name: string) => {
    const template = templates.find((one) => one.name === name);
    // Blanks without a value stay, to be filled in by hand.
    const values = {
      name: lead.name && lead.name !== lead.phone ? lead.name : '{name}',
      vehicle: vehicle.value ? vehicleName(vehicle.value) : '{vehicle}',
      agent: agentName(choices, lead.agentId || me),
      appointment: lead.calendarUrl ?? '{appointment}',
    };
    if (template) onChoose(fillTemplate(template.text, values).text);
  };
  return (
    <label class="row soft">
      {TEXTS.composer.template}
      <select value="" onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{TEXTS.composer.noTemplate}</option>
        {templates.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
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
export async function sendText(
  leadId: string,
  body: string,
  { key, sendAt = null }: { key: string; sendAt?: string | null },
): Promise<void> {
  const given = { leadId, body, ...(sendAt === null ? {} : { sendAt }) };
  await write('POST', '/v1/messaging/messages', given, { idempotencyKey: key });
}

function newDraft(text: string): Draft {
  return { text, key: crypto.randomUUID() };
}
