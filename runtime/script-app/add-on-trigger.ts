import { WORDING } from '../account/limits';
import { ServiceError } from '../execution/service';
import type { TriggerSpec } from './calls';

/**
 * An editor add-on has one trigger of each type, and its timer fires at most once an hour.
 * Source: developers.google.com/workspace/add-ons/concepts/editor-triggers
 */
export function assertAddOnTrigger({ event, clock }: TriggerSpec, known: readonly TriggerSpec[]): void {
  if (clock?.minutes !== undefined) throw new ServiceError(WORDING.addOnTooOften);
  if (known.some((trigger) => trigger.addOn && trigger.event === event))
    throw new ServiceError(WORDING.addOnTriggers(event === 'CLOCK' ? 'time-based' : 'document'));
}
