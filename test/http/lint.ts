import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../harness/local';

export interface Problem {
  ruleId: string;
  message: string;
}

/** The rules that redocly recommends, and what it finds against them. */
export async function lint(document: object): Promise<Problem[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-'));
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const redocly = path.join(ROOT, 'node_modules/.bin/redocly');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const output = await new Promise<string>((resolve) => {
    execFile(redocly, ['lint', file, '--format', 'json'], { cwd: folder, env }, (_, stdout) =>
      resolve(stdout),
    );
  });
  rmSync(folder, { recursive: true });
  const { problems } = JSON.parse(output.slice(output.indexOf('{')));
  return problems.map(({ ruleId, message }: Problem) => ({ ruleId, message }));
}
