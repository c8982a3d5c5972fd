import { useState } from 'preact/hooks';
import type { Choices } from '../../../src/leads/lead/choices';
import type { LeadView } from '../../../src/leads/lead/lead-view';
import { announce } from '../../shared/announcer';
import { Button } from '../../shared/button';
import { useAsyncAction } from '../async-action';
import { Failure } from '../failure';
import { planNext } from './lead-store';
import * as TEXTS from './texts';

interface Plan {
  nextStep: string;
  nextAt: string | null;
}

/** Fields for what is to be done for a lead next, and when. */
export function NextStep({ lead, choices }: { lead: LeadView; choices: Choices | undefined }) {
  const [draft, setDraft] = useState<Plan>();
  const { nextStep, nextAt } = draft ?? lead;
  const steps = [...new Set([...(choices?.nextSteps ?? []), nextStep])].filter(Boolean);
  const { isBusy, error, start } = useAsyncAction(async (plan: Plan) => {
    await planNext(lead.id, plan);
    setDraft(undefined);
    announce(TEXTS.plan.saved);
  });
  const edit = (change: Partial<Plan>) => setDraft({ nextStep, nextAt, ...change });
  return (
    <section aria-labelledby="plan-title">
      <h3 id="plan-title">{TEXTS.plan.title}</h3>
      <div class="row fields">
        <label class="field">
          {TEXTS.plan.step}
          <select value={nextStep} onChange={({ currentTarget }) => edit({ nextStep: currentTarget.value })}>
            <option value="">{TEXTS.plan.none}</option>
            {steps.map((step) => (
              <option key={step} value={step}>
                {step}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {TEXTS.plan.at}
          <input
            type="datetime-local"
            value={toLocalInput(nextAt)}
            onInput={({ currentTarget }) => edit({ nextAt: fromLocalInput(currentTarget.value) })}
          />
        </label>
      </div>
      <div class="row">
        {draft && (
          <Button aria-disabled={isBusy} onClick={() => start(draft)}>
            {TEXTS.plan.save}
          </Button>
        )}
        {!draft && lead.nextAt !== null && (
          <Button class="quiet" aria-disabled={isBusy} onClick={() => start({ nextStep: '', nextAt: null })}>
            {TEXTS.plan.done}
          </Button>
        )}
      </div>
      <Failure what={TEXTS.plan.failed} error={error} />
    </section>
  );
}

/** `2026-12-01T15:30` by the clock of this device. */
export function toLocalInput(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fromLocalInput(text: string): string | null {
  return text === '' ? null : new Date(text).toISOString();
}
