import path from 'node:path';
import { build } from 'esbuild';
import { createScript, type Script, toScriptFiles } from '../../runtime/execution/script';

declare const SHEETDESK_PHONE_PLANS: string;

/** What the build tells the sources. */
export const BUILD_CONSTANTS = {
  SHEETDESK_SCRIPT: '"api"',
  SHEETDESK_URL: '""',
  SHEETDESK_VERSION: '"0.0.0+test"',
  SHEETDESK_PHONE_PLANS: JSON.stringify(SHEETDESK_PHONE_PLANS),
};

const built = new Map<string, Promise<Script>>();

/**
 * A script of the tests' own, a file or `script.ts` of their folder, built as the product's are and once a suite:
 * `run(name, ...args)` calls what it exports, and `runAll` does so for several in one execution, of which none finds what the one
 * before it has left to its execution; for that the script exports `endExecution`.
 */
export function buildOwnScript(tests: string, ...scopes: string[]): Promise<Script> {
  const known = built.get(tests) ?? buildScript(tests, scopes);
  built.set(tests, known);
  return known;
}

async function buildScript(tests: string, scopes: readonly string[]): Promise<Script> {
  const { outputFiles } = await build({
    entryPoints: [tests.endsWith('.ts') ? tests : path.join(tests, 'script.ts')],
    write: false,
    bundle: true,
    format: 'iife',
    target: 'es2020',
    globalName: 'script',
    define: BUILD_CONSTANTS,
    footer: { js: FOOTER },
  });
  const oauthScopes = ['spreadsheets.currentonly', ...scopes].map(
    (scope) => `https://www.googleapis.com/auth/${scope}`,
  );
  const files = toScriptFiles({
    'Code.js': outputFiles[0]?.text ?? '',
    'appsscript.json': JSON.stringify({ timeZone: 'Etc/UTC', oauthScopes, dependencies: ADVANCED_SERVICES }),
  });
  return createScript('test', () => files);
}

const FOOTER = `
function run(name, ...args) { return script[name](...args); }
function runAll(...steps) {
  return steps.map((step) => {
    script.endExecution();
    return run(...step);
  });
}`;

const ADVANCED_SERVICES = {
  enabledAdvancedServices: [
    { userSymbol: 'Gmail', serviceId: 'gmail', version: 'v1' },
    { userSymbol: 'Drive', serviceId: 'drive', version: 'v3' },
  ],
};
