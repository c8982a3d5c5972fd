import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { readJson } from './project';
import type { ScriptName } from './scripts';

const ENTRY = v.object({
  name: v.picklist(['desk', 'api']),
  account: v.optional(v.string()),
  scriptId: v.string(),
  parentId: v.optional(v.string()),
  /** Where the ids were kept. */
  file: v.string(),
});
const RECORD = v.object({ deployed: v.array(ENTRY) }, 'must be an object');

export type DeployedBefore = v.InferOutput<typeof ENTRY>;

/**
 * What this computer has deployed, kept outside every clone: whoever deletes a clone would otherwise get a second pair
 * of sheets unasked. Google does not tell, since the scripts of sheets are in no list (google/clasp#1028).
 *
 * @throws DeployError where the record is not readable
 */
export function findDeployedBefore(
  name: ScriptName,
  account: string | undefined,
): DeployedBefore | undefined {
  const { deployed } = readJson(recordFile(), RECORD) ?? { deployed: [] };
  return deployed.findLast(
    (one) =>
      one.name === name && (one.account === account || one.account === undefined || account === undefined),
  );
}

/** The newest comes last. A home that cannot be written to is no reason to fail. */
export function rememberDeployed(entry: DeployedBefore): void {
  const { deployed } = readRecord();
  const others = deployed.filter(({ scriptId }) => scriptId !== entry.scriptId);
  if (others.length < deployed.length && JSON.stringify(deployed).includes(JSON.stringify(entry))) return;
  try {
    writeFileSync(recordFile(), `${JSON.stringify({ deployed: [...others, entry] }, null, 2)}\n`);
  } catch {}
}

function readRecord(): v.InferOutput<typeof RECORD> {
  try {
    return readJson(recordFile(), RECORD) ?? { deployed: [] };
  } catch {
    return { deployed: [] };
  }
}

function recordFile(): string {
  return path.join(os.homedir(), '.sheetdesk.json');
}
