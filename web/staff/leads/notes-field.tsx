import { useEffect, useRef, useState } from 'preact/hooks';
import type { LeadView } from '../../../src/leads/lead/lead-view';
import { announce } from '../../shared/announcer';
import { Button } from '../../shared/button';
import { Failure } from '../failure';
import { session } from '../session';
import { dropDraft, findDraft, keepDraft } from './drafts';
import { changeLead } from './lead-store';
import * as TEXTS from './texts';

const MAX_CHARACTERS = 5_000;

interface Draft {
  text: string;
  /** The notes that it was made from. */
  base: string;
}

interface Attempt {
  isSaving?: boolean;
  error?: Error;
  /** Text that somebody else has written meanwhile. */
  theirs?: string;
}

/** Saved when one leaves the field, or by the button. What is not saved yet is kept in this tab. */
export function NotesField({ lead }: { lead: LeadView }) {
  const { draft, attempt, edit, save, discard } = useNotes(lead);
  const { theirs, error, isSaving } = attempt;
  const trySaving = () => {
    if (!error && theirs === undefined) void save();
  };
  return (
    <section class="notes" aria-labelledby="notes-title">
      <h3 id="notes-title">
        <label for="notes">{TEXTS.notes.title}</label>
      </h3>
      <textarea
        id="notes"
        rows={4}
        dir="auto"
        maxLength={MAX_CHARACTERS}
        value={draft?.text ?? lead.notes}
        onInput={({ currentTarget }) => edit(currentTarget.value)}
        onBlur={trySaving}
      />
      {draft && theirs === undefined && (
        <div class="row">
          <Button aria-disabled={isSaving === true} onClick={() => void save()}>
            {isSaving ? TEXTS.lead.saving : TEXTS.notes.save}
          </Button>
          <span class="soft">{TEXTS.notes.unsaved}</span>
        </div>
      )}
      <Failure what={TEXTS.notes.failed} error={error} />
      {draft && theirs !== undefined && (
        <NotesConflict
          mine={draft.text}
          theirs={theirs}
          onChoose={(text) => (text === theirs ? discard() : void save({ text, base: theirs }))}
        />
      )}
    </section>
  );
}

function useNotes(lead: LeadView) {
  const { id } = lead;
  const [draft, setDraft] = useState(() => findDraft<Draft>(id, 'notes'));
  const [attempt, setAttempt] = useState<Attempt>({});
  const current = useRef(draft);
  const isSaving = useRef(false);
  const keep = (next: Draft | undefined) => {
    current.current = next;
    if (next) keepDraft(id, 'notes', next);
    else dropDraft(id, 'notes');
    setDraft(next);
  };
  const save = async (chosen = current.current) => {
    if (!chosen || isSaving.current || !session.get()) return;
    isSaving.current = true;
    keep(chosen);
    setAttempt({ isSaving: true });
    const { text, base } = chosen;
    try {
      const { theirs } = await changeLead(id, 'notes', { from: base, to: text });
      setAttempt(theirs === undefined ? {} : { theirs });
      if (theirs === undefined) {
        // Typing may have gone on while it was saved.
        const { text: now = text } = current.current ?? {};
        keep(now === text ? undefined : { text: now, base: text });
        announce(TEXTS.notes.saved);
      }
    } catch (error) {
      setAttempt({ error: error as Error });
    }
    isSaving.current = false;
  };
  // The field is gone before it could lose the focus where a key has opened another lead.
  useEffect(() => () => void save(), []);
  return {
    draft,
    attempt,
    save,
    edit(text: string) {
      const base = current.current?.base ?? lead.notes;
      keep(text === base ? undefined : { text, base });
      setAttempt(({ theirs }) => (theirs === undefined ? {} : { theirs }));
    },
    discard() {
      keep(undefined);
      setAttempt({});
    },
  };
}

interface ConflictProps {
  mine: string;
  theirs: string;
  onChoose: (text: string) => void;
}

function NotesConflict({ mine, theirs, onChoose }: ConflictProps) {
  return (
    <section class="conflict" aria-labelledby="notes-conflict">
      <h4 id="notes-conflict">
        <span role="alert">{TEXTS.notes.conflict}</span>
      </h4>
      <dl>
        <dt>{TEXTS.notes.mine}</dt>
        <dd dir="auto">{mine || TEXTS.notes.empty}</dd>
        <dt>{TEXTS.notes.theirs}</dt>
        <dd dir="auto">{theirs || TEXTS.notes.empty}</dd>
      </dl>
      <div class="row">
        <Button class="quiet" onClick={() => onChoose(mine)}>
          {TEXTS.notes.keepMine}
        </Button>
        <Button class="quiet" onClick={() => onChoose(theirs)}>
          {TEXTS.notes.useTheirs}
        </Button>
        <Button class="quiet" onClick={() => onChoose(`${theirs}\n${mine}`)}>
          {TEXTS.notes.keepBoth}
        </Button>
      </div>
    </section>
  );
}
