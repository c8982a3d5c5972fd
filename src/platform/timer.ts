import { withScriptLock } from './lock';
import { errorMessage } from './platform';

/**
 * Exactly one timer, however often and by how many it is asked for at once. It is made from the menu: one made by the
 * deployed web app would stay with that version's code.
 */
function ensureTimer(handler: string, minutes: number): void {
  withScriptLock(() => {
    const [first, ...doubles] = timersOf(handler);
    for (const double of doubles) ScriptApp.deleteTrigger(double);
    if (!first) ScriptApp.newTrigger(handler).timeBased().everyMinutes(minutes).create();
  });
}

/** The same where the work goes on without it: why there is none, in Google's words; undefined where it stands. */
export function findTimerRefusal(handler: string, minutes: number): string | undefined {
  try {
    ensureTimer(handler, minutes);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/** One's own: the timers of others who may edit the sheet are told to nobody (reference, ScriptApp.getProjectTriggers). */
export function hasTimer(handler: string): boolean {
  return timersOf(handler).length > 0;
}

function timersOf(handler: string): GoogleAppsScript.Script.Trigger[] {
  return ScriptApp.getProjectTriggers().filter((trigger) => trigger.getHandlerFunction() === handler);
}
