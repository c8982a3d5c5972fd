import { DeployError } from './deploy-error';
import { type Deployed, type Look, lookAtApi, lookAtDesk } from './look';
import { tryPatiently } from './patience';
import type { Ids } from './project';
import { SCRIPTS, type ScriptName } from './scripts';

interface Manner {
  patienceMs: number;
  say(line: string): void;
}

/** Where everything is, what it answers, and what only its owner can do. @throws DeployError for a wrong answer */
export async function report(
  name: ScriptName,
  deployed: Deployed,
  { say, patienceMs }: Manner,
): Promise<void> {
  const { title, address, left } = SCRIPTS[name];
  say(`${title}: ${whereSheetIs(deployed.ids)}`);
  say(`${title}: ${address} is ${deployed.url}`);
  say(`${title}: check what that address answers`);
  const lookAt = name === 'api' ? lookAtApi : lookAtDesk;
  const look = await tryPatiently<Look>(
    patienceMs,
    () => lookAt(deployed),
    ({ state }) => state !== 'wrong',
  );
  if (look.state === 'wrong') throw new DeployError('wrong', look.says);
  say(`${title}: ${look.state === 'works' ? look.says : 'it waits for Set up.'}`);
  // Whether the desk was set up, only its owner can see.
  if (name === 'api' && look.state === 'works') return;
  say(`${title}: what is left to you${name === 'desk' ? ', where it is not done yet' : ''}:`);
  for (const line of left) say(`  - ${line}`);
}

function whereSheetIs({ parentId, scriptId }: Ids): string {
  return parentId === undefined
    ? `the sheet is the one that holds the script https://script.google.com/d/${scriptId}/edit`
    : `the sheet is https://docs.google.com/spreadsheets/d/${parentId}/edit`;
}
