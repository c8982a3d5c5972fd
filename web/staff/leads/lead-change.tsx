import { useState } from 'preact/hooks';
import type { LeadView } from '../../../src/leads/lead/lead-view';
import { Button } from '../../shared/button';
import { showToast } from '../../shared/toast';
import { Failure } from '../failure';
import { changeLead } from './lead-store';
import * as TEXTS from './texts';

interface ChangeOptions {
  lead: LeadView;
  field: 'status' | 'agentId' | 'vehicleId' | 'lostReason';
  label: string;
  nameOf: (value: string) => string;
}

interface Attempt {
  to: string;
  error?: Error;
  /** Value that somebody else has set meanwhile. */
  theirs?: string;
}

/** Changes a field of a lead at once; the notice says what has become of it, where that is not what was wanted. */
export function useLeadChange({ lead, field, label, nameOf }: ChangeOptions) {
  const [attempt, setAttempt] = useState<Attempt>();
  const change = async (to: string, from = lead[field]) => {
    setAttempt({ to });
    try {
      const { theirs } = await changeLead(lead.id, field, { from, to });
      if (theirs !== undefined) return setAttempt({ to, theirs });
      setAttempt(undefined);
      const undo = { undo: () => void change(from, to) };
      showToast(TEXTS.lead.saved(label, nameOf(to) || TEXTS.lead.nothing), from === to ? {} : undo);
    } catch (error) {
      setAttempt({ to, error: error as Error });
    }
  };
  const value = attempt?.to ?? lead[field];
  const notice = (
    <>
      <Failure what={TEXTS.lead.notSaved} error={attempt?.error} onRetry={() => void change(value)} />
      {attempt?.theirs !== undefined && (
        <Conflict
          label={label}
          mine={nameOf(attempt.to)}
          theirs={nameOf(attempt.theirs)}
          onSet={() => void change(attempt.to, attempt.theirs)}
          onLeave={() => setAttempt(undefined)}
        />
      )}
    </>
  );
  return { value, notice, change: (to: string) => void change(to) };
}

interface ConflictProps {
  label: string;
  mine: string;
  theirs: string;
  onSet: () => void;
  onLeave: () => void;
}

function Conflict({ label, mine, theirs, onSet, onLeave }: ConflictProps) {
  return (
    <div role="alert" class="failure">
      <p>{TEXTS.lead.changedElsewhere(label, theirs || TEXTS.lead.nothing)}</p>
      <div class="row">
        <Button onClick={onSet}>{TEXTS.lead.setAnyway(mine || TEXTS.lead.nothing)}</Button>
        <Button class="quiet" onClick={onLeave}>
          {TEXTS.lead.leave(theirs || TEXTS.lead.nothing)}
        </Button>
      </div>
    </div>
  );
}
