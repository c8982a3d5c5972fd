import { select } from '../tables/select';
import { type Alert, sendAlert, wasAlerted } from './alerts';
import type { Failed } from './failures';
import { wordsOf } from './faults';
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

/** Sends them; what could not be sent is reported. */
export function sendAlerts(alerts: readonly DueAlert[], to: string): Failed[] {
  return alerts.flatMap((alert) => {
    try {
      if (!alert.doubtful || !wasAlerted(alert)) sendAlert(alert, to);
      return [];
    } catch (error) {
      return [{ kind: 'alert' as const, id: alert.caseNumber, error: wordsOf(error) }];
    }
  });
}
