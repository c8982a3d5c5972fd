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
  /** The project file with the ids. */
  file: v.string(),
});
const RECORD = v.object({ deployed: v.array(ENTRY, 'must be a list') }, 'must be an object');

export type RecordedDeployment = v.InferOutput<typeof ENTRY>;

/**
 * Keeps a deployment from a new clone from making a second sheet unasked. The record is a file in the home folder,
 * since Google lists no scripts of sheets (google/clasp#1028).
 *
 * @throws DeployError if this computer has deployed the script for the account before, or the record is invalid
 */
export function assertNotDeployedBefore(name: ScriptName, account: string | undefined, file: string): void {
  const { deployed } = readJson(recordFile(), RECORD) ?? { deployed: [] };
  const before = deployed.findLast((one) => one.name === name && mayBeSame(one.account, account));
  if (before === undefined) return;
  const { scriptId, parentId } = before;
  throw new DeployError(
    'known',
    [
      `${file} is missing, but this computer has deployed before, with the ids in ${before.file}.`,
      `To update that sheet, write this to ${file} and run the same command again:`,
      JSON.stringify({ scriptId, parentId, rootDir: 'script' }),
      'To make a new sheet, run the same command with --new.',
    ].join('\n'),
  );
}

/** Adds the deployment as the last entry. A home folder that is not writable is no reason to fail. */
export function recordDeployment(entry: RecordedDeployment): void {
  const deployed = readRecord();
  const others = deployed.filter(({ scriptId }) => scriptId !== entry.scriptId);
  const text = `${JSON.stringify({ deployed: [...others, entry] }, null, 2)}\n`;
  try {
    writeFileSync(recordFile(), text);
  } catch {}
}

function readRecord(): RecordedDeployment[] {
  try {
    return readJson(recordFile(), RECORD)?.deployed ?? [];
  } catch {
    return [];
  }
}

/** Google does not always tell which account it is. */
function mayBeSame(one: string | undefined, other: string | undefined): boolean {
  return one === other || one === undefined || other === undefined;
}

function recordFile(): string {
  return path.join(os.homedir(), '.sheetdesk.json');
}
