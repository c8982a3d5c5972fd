import { type Local, startLocal } from '../../local/local';
import { FreeScheduler } from '../../runtime/execution/scheduler';
import { createScript, toScriptFiles } from '../../runtime/execution/script';
import { openStore } from '../../runtime/store';
import { OWNER, ROOT, TOKEN } from './local';

/** Functions of a script, by their names. */
export type Source = Record<string, (...args: never[]) => unknown>;

/** Serves two scripts of a test's own instead of the built ones: the desk's is its owner's, the api's anybody's. */
export async function serveScripts({ desk = {}, api = {} }: { desk?: Source; api?: Source }): Promise<Local> {
  const store = openStore(':memory:');
  const local = await startLocal({
    store,
    scheduler: new FreeScheduler(),
    root: ROOT,
    scripts: { desk: toScript('desk', 'MYSELF', desk), api: toScript('api', 'ANYONE_ANONYMOUS', api) },
    token: TOKEN,
    address: OWNER,
  });
  const close = async () => {
    await local.close();
    store.close();
  };
  return { ...local, close };
}

function toScript(name: string, access: string, source: Source) {
  const manifest = { timeZone: 'Etc/UTC', oauthScopes: [], webapp: { access, executeAs: 'USER_DEPLOYING' } };
  const functions = Object.entries(source).map(
    ([own, body]) => `function ${own}(...args) { return (${String(body)})(...args); }\n`,
  );
  const files = toScriptFiles({ 'appsscript.json': JSON.stringify(manifest), 'Code.js': functions.join('') });
  return createScript(name, () => files);
}
