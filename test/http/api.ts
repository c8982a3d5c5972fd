import path from 'node:path';
import { build } from 'esbuild';
import { type Local, startLocal } from '../../local/local';
import { FreeScheduler } from '../../runtime/execution/scheduler';
import { createScript, type Script, toScriptFiles } from '../../runtime/execution/script';
import { openStore } from '../../runtime/store';
import { toDocument } from '../../src/http/openapi';
import { withDocument } from '../../src/http/web-app';
import { OWNER, ROOT, resultOf, TOKEN } from '../harness/local';
import { BUILD_CONSTANTS } from '../harness/own-script';
import * as script from './script';

const FUNCTIONS = ['doGet', 'doPost', 'serveAll', 'postAll', 'getAll'] as const;

export interface TestApi extends Local {
  /** Calls a function of the script past all HTTP. */
  call<N extends 'serveAll' | 'postAll' | 'getAll'>(
    name: N,
    ...args: Parameters<(typeof script)[N]>
  ): Promise<ReturnType<(typeof script)[N]>>;
}

/** Serves the tests' own script as the api's web app, with the gateway in front. */
export async function startApi(): Promise<TestApi> {
  const { outputFiles } = await build({
    entryPoints: [path.join(__dirname, 'script.ts')],
    write: false,
    bundle: true,
    format: 'iife',
    target: 'es2020',
    define: BUILD_CONSTANTS,
    globalName: 'script',
    footer: {
      js: FUNCTIONS.map((name) => `function ${name}(...args) { return script.${name}(...args); }`).join('\n'),
    },
  });
  const document = JSON.stringify(toDocument(withDocument(script.API.routes)));
  const scripts = {
    desk: toScript('desk', 'MYSELF', {}),
    api: toScript('api', 'ANYONE_ANONYMOUS', {
      'Code.js': outputFiles[0]?.text ?? '',
      'openapi.html': document,
    }),
  };
  const store = openStore(':memory:');
  const scheduler = new FreeScheduler();
  const local = await startLocal({ store, scheduler, root: ROOT, scripts, token: TOKEN, address: OWNER });
  return {
    ...local,
    call: async (name, ...args) => resultOf(await local.run(local.scripts.api, name, args)) as never,
    async close() {
      await local.close();
      store.close();
    },
  };
}

function toScript(name: string, access: string, texts: Record<string, string>): Script {
  const manifest = { timeZone: 'Etc/UTC', oauthScopes: [], webapp: { access, executeAs: 'USER_DEPLOYING' } };
  const files = toScriptFiles({ 'appsscript.json': JSON.stringify(manifest), ...texts });
  return createScript(name, () => files);
}
