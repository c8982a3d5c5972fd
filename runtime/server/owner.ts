import { type AddOn, authModeOf } from '../execution/auth-mode';
import type { EventPlace } from '../execution/run';
import { listFunctions, type Script } from '../execution/script';
import type { Runtime } from '../runtime';
import type { MenuTree } from '../spreadsheet/menu';
import { type CellContent, UNKNOWN } from '../spreadsheet/spreadsheets';

/** Opens the sheet as its owner: runs onOpen and the triggers that wait for it. The script may be an add-on. */
export async function openSheet(runtime: Runtime, script: Script, addOn?: AddOn): Promise<MenuTree[]> {
  const place = { spreadsheetId: script.spreadsheetId };
  await runSimple(runtime, script, 'onOpen', { event: { place }, addOn });
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
  const { spreadsheetId } = script;
  const cell = () => services.spreadsheets.contentOf(spreadsheetId, tab, a1);
  const before = cell();
  services.spreadsheets.editAs(spreadsheetId, tab, { a1, text, now: scheduler.now() });
  const event = editEvent(before, cell(), { spreadsheetId, edited: { tab, a1 } });
  await runSimple(runtime, script, 'onEdit', { event });
  await services.triggers.notify(spreadsheetId, 'ON_EDIT', event);
}

/**
 * The event of an edit has texts: of numbers too, and of a checkbox `TRUE` now and `false` before, which is what scripts
 * everywhere compare them with. What it has of dates and formulas is not documented. An empty cell has none.
 */
function editEvent(before: CellContent, after: CellContent, place: EventPlace): object {
  const fields = {
    value: after === true || after === false ? String(after).toUpperCase() : after,
    oldValue: before,
  };
  const named = Object.entries(fields);
  const known = named.filter(([, field]) => field !== UNKNOWN && field !== '');
  const unknown = named.filter(([, field]) => field === UNKNOWN).map(([name]) => name);
  return {
    ...Object.fromEntries(known.map(([name, field]) => [name, String(field)])),
    place: { ...place, unknown },
  };
}

/** A simple trigger exists if the script has a function of its name. */
async function runSimple(
  runtime: Runtime,
  script: Script,
  name: string,
  { event, addOn }: { event: object; addOn?: AddOn | undefined },
): Promise<void> {
  if (!listFunctions(script).includes(name)) return;
  const options = { kind: 'simple trigger', addOn } as const;
  await runtime.run(script, name, [{ authMode: authModeOf(options), ...event }], options);
}
