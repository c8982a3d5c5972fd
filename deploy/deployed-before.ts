import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { DeployError } from './deploy-error';
import { readJson } from './project';
import { SCRIPT_NAMES, type ScriptName } from './scripts';

const ENTRY = v.object({
  name: v.picklist(SCRIPT_NAMES),
  account: v.optional(v.string()),
  scriptId: v.string(),
  parentId: v.optional(v.string()),
  /** Where the ids were kept. */
  file: v.string(),
});
const RECORD = v.object({ deployed: v.array(ENTRY, 'must be a list') }, 'must be an object');

export type DeployedBefore = v.InferOutput<typeof ENTRY>;

/**
 * Asks the record of what this computer has deployed, which is kept outside every clone: whoever deletes a clone would
 * otherwise get a second pair of sheets unasked. Google does not tell, since the scripts of sheets are in no list
 * (google/clasp#1028).
 *
 * @throws DeployError where the script was deployed for this account before, or the record cannot be read
 */
export function assertFirst(name: ScriptName, account: string | undefined, file: string): void {
  const { deployed } = readJson(recordFile(), RECORD) ?? { deployed: [] };
  const before = deployed.findLast((one) => one.name === name && isSame(one.account, account));
  if (before === undefined) return;
  const { scriptId, parentId } = before;
  throw new DeployError(
    'known',
    [
      `${file} is missing, and this computer has deployed before, with ids in ${before.file}.`,
      `To go on with that sheet, write this into ${file} and run the same command again:`,
      JSON.stringify({ scriptId, parentId, rootDir: 'script' }),
      'To make another sheet, run the same command with --new.',
    ].join('\n'),
  );
}

/** The newest comes last. A home that cannot be written to is no reason to fail. */
export function rememberDeployed(entry: DeployedBefore): void {
  const deployed = readIfGood();
  const others = deployed.filter(({ scriptId }) => scriptId !== entry.scriptId);
  const text = `${JSON.stringify({ deployed: [...others, entry] }, null, 2)}\n`;
  try {
    writeFileSync(recordFile(), text);
  } catch {}
}

function readIfGood(): DeployedBefore[] {
  try {
    return readJson(recordFile(), RECORD)?.deployed ?? [];
  } catch {
    return [];
  }
}

/** Google does not always tell the account. */
function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === other || one === undefined || other === undefined;
}

function recordFile(): string {
  return path.join(os.homedir(), '.sheetdesk.json');
}
