import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../harness/local';

/** It asks nobody for news of itself. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs redocly over files in a folder of their own; `read` gets what it printed and what it left there. */
export async function redocly<R>(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  read: (printed: string, folder: string) => R,
): Promise<R> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  try {
    return read(await run(args, folder), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** That it finds something is no failure of its own. */
function run(args: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, env: { ...process.env, ...QUIET }, maxBuffer: Number.POSITIVE_INFINITY };
  return new Promise((resolve) => {
    execFile(path.join(ROOT, 'node_modules/.bin/redocly'), args, options, (_, stdout) => resolve(stdout));
  });
}
