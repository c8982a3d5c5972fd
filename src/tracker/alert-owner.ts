import { select } from '../tables/tables';
import { type Alert, sendAlert, wasAlerted } from './alerts';
import type { Failed } from './failures';
import { FUTILE, faultOf, wordsOf } from './faults';
import type { Intake } from './prepare';
import { CASES, type Settings } from './tables';

/** An alert that is due; a doubtful one may have been sent by a run that died right after. */
export type DueAlert = Alert & { doubtful: boolean };

/** Those of new cases, those that an earlier run left open, and those that failed before. */
export function dueAlerts(
  { emailAlerts }: Settings,
  { plan: { known, resumed }, cases, due }: Pick<Intake, 'plan' | 'cases' | 'due'>,
): DueAlert[] {
  if (!emailAlerts) return [];
  const left = [...resumed].map((threadId) => known.get(threadId));
  const doubtful = new Set([...left, ...due.filter(({ kind }) => kind === 'alert').map(({ id }) => id)]);
  const earlier = doubtful.size > 0 ? select(CASES, ['caseNumber', 'sender', 'subject']) : [];
  return [
    ...earlier
      .filter(({ caseNumber }) => doubtful.has(caseNumber))
      .map((alert) => ({ ...alert, doubtful: true })),
    ...cases.map((alert) => ({ ...alert, doubtful: false })),
  ];
}

/** Sends as many as there is time for; what could not be sent is reported. Where one is refused, so would be all. */
export function sendAlerts(alerts: readonly DueAlert[], to: string, isLate: () => boolean): Failed[] {
  const unsent: Failed[] = [];
  let refusal: unknown;
  for (const alert of alerts) {
    const error = refusal ?? (isLate() ? new Error('There was no time left.') : tryToSend(alert, to));
    if (error === undefined) continue;
    unsent.push({ kind: 'alert', id: alert.caseNumber, error: wordsOf(error) });
    if (FUTILE.includes(faultOf(error))) refusal = error;
  }
  return unsent;
}

/** The error, or undefined where the alert is out. */
function tryToSend(alert: DueAlert, to: string): unknown {
  try {
    if (!alert.doubtful || !wasAlerted(alert)) sendAlert(alert, to);
    return undefined;
  } catch (error) {
    return error;
  }
}
