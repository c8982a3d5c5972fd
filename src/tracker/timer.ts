const HANDLER = 'checkMail';
const MINUTES = 5;

/** Exactly one timer. It is made from the menu: one made by the deployed page would stay with that version's code. */
export function ensureTimer(): void {
  const [, ...doubles] = timers();
  for (const double of doubles) ScriptApp.deleteTrigger(double);
  if (!hasTimer()) ScriptApp.newTrigger(HANDLER).timeBased().everyMinutes(MINUTES).create();
}

export function hasTimer(): boolean {
  return timers().length > 0;
}

function timers(): GoogleAppsScript.Script.Trigger[] {
  return ScriptApp.getProjectTriggers().filter((trigger) => trigger.getHandlerFunction() === HANDLER);
}
