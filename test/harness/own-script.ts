import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

/**
 * A script of the tests' own, a file or `script.ts` of their folder, built as the product's are: `run(name, ...args)`
 * calls what it exports. Answers a folder of its own, which whoever asked removes.
 */
export async function buildOwnScript(tests: string, ...scopes: string[]): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-'));
  await build({
    entryPoints: [tests.endsWith('.ts') ? tests : path.join(tests, 'script.ts')],
    outfile: path.join(folder, 'Code.js'),
    bundle: true,
    format: 'iife',
    target: 'es2020',
    globalName: 'script',
    footer: { js: 'function run(name, ...args) { return script[name](...args); }' },
  });
  const oauthScopes = ['spreadsheets.currentonly', ...scopes].map(
    (scope) => `https://www.googleapis.com/auth/${scope}`,
  );
  writeFileSync(path.join(folder, 'appsscript.json'), JSON.stringify({ timeZone: 'Etc/UTC', oauthScopes }));
  return folder;
}
