import { type AddOn, authModeOf } from '../execution/auth-mode';
import { listFunctions, type Script } from '../execution/script';
import type { Runtime } from '../runtime';
import type { MenuTree } from '../spreadsheet/dialogs';

/** Opens the sheet as its owner: runs onOpen and the triggers that wait for it. The script may be an add-on. */
export async function openSheet(runtime: Runtime, script: Script, addOn?: AddOn): Promise<MenuTree[]> {
  await runSimple(runtime, script, 'onOpen', { addOn });
  await runtime.services.triggers.notify(script.spreadsheetId, 'ON_OPEN');
  return runtime.services.spreadsheets.menus(script.name);
}

/**
 * Types into a cell as the owner.
 * @throws what the sheet refuses
 */
export async function typeInto(
  runtime: Runtime,
  script: Script,
  { tab, a1, text }: { tab: string; a1: string; text: string },
): Promise<void> {
  const { scheduler, services } = runtime;
  services.spreadsheets.editAs(script.spreadsheetId, tab, { a1, text, now: scheduler.now() });
  await runSimple(runtime, script, 'onEdit', { event: { value: text, editedAt: { tab, a1 } } });
  await services.triggers.notify(script.spreadsheetId, 'ON_EDIT', { value: text });
}

/** A simple trigger exists if the script has a function of its name. */
async function runSimple(
  runtime: Runtime,
  script: Script,
  name: string,
  { event = {}, addOn }: { event?: object; addOn?: AddOn | undefined },
): Promise<void> {
  if (!listFunctions(script).includes(name)) return;
  const options = { kind: 'simple trigger', addOn } as const;
  await runtime.run(script, name, [{ authMode: authModeOf(options), ...event }], options);
}
