import { errorMessage, withScriptLock } from './platform';

/**
 * Makes the timer if there is none. Returns Google's message if it is refused. For the menu: a timer that the deployed web
 * app makes would stay with that version's code.
 */
export function findTimerRefusal(handler: string, minutes: number): string | undefined {
  try {
    ensureTimer(handler, minutes);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/**
 * Tells whether Google, which has refused a faster timer, would make one for every hour: so it treats add-ons alone, and says so
 * in the account's language.
 */
export function allowsHourlyTimer(handler: string): boolean {
  return withScriptLock(() => {
    try {
      ScriptApp.newTrigger(handler).timeBased().everyHours(1).create();
    } catch {
      return false;
    }
    // A timer that `create` has returned cannot be deleted in the same execution (platform facts 7).
    for (const timer of listTimers(handler)) ScriptApp.deleteTrigger(timer);
    return true;
  });
}

/** Google shows users their own timers alone (reference, ScriptApp.getProjectTriggers). */
export function hasTimer(handler: string): boolean {
  return listTimers(handler).length > 0;
}

/** Makes exactly one timer, however often it is called, and by how many executions at once. */
function ensureTimer(handler: string, minutes: number): void {
  withScriptLock(() => {
    const [first, ...duplicates] = listTimers(handler);
    for (const duplicate of duplicates) ScriptApp.deleteTrigger(duplicate);
    if (!first) ScriptApp.newTrigger(handler).timeBased().everyMinutes(minutes).create();
  });
}

function listTimers(handler: string): GoogleAppsScript.Script.Trigger[] {
  return ScriptApp.getProjectTriggers().filter((trigger) => trigger.getHandlerFunction() === handler);
}
