/** Exactly one timer. It is made from the menu: one made by the deployed web app would stay with that version's code. */
export function ensureTimer(handler: string, minutes: number): void {
  const [first, ...doubles] = timersOf(handler);
  for (const double of doubles) ScriptApp.deleteTrigger(double);
  if (!first) ScriptApp.newTrigger(handler).timeBased().everyMinutes(minutes).create();
}

export function hasTimer(handler: string): boolean {
  return timersOf(handler).length > 0;
}

function timersOf(handler: string): GoogleAppsScript.Script.Trigger[] {
  return ScriptApp.getProjectTriggers().filter((trigger) => trigger.getHandlerFunction() === handler);
}
