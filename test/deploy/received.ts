import { startLocal } from '../../local/local';
import { OrderedScheduler } from '../../runtime/execution/ordered-scheduler';
import { createScript, toScriptFiles } from '../../runtime/execution/script';
import type { Store } from '../../runtime/store';
import { type Behaviour, Desk, OWNER, ROOT, START, TOKEN } from '../harness/local';
import type { AppsScript, RemoteFile } from './apps-script';

const EXTENSIONS: Record<RemoteFile['type'], string> = { SERVER_JS: 'js', HTML: 'html', JSON: 'json' };

/** Runs what Google was sent, and not what was built, over what the store remembers. */
export function runReceived(
  google: AppsScript,
  store: Store,
  now = START,
  behaviour: Behaviour = {},
): Promise<Desk> {
  const scripts = { desk: google.served('Case desk'), api: google.served('API sheet') };
  return runFiles(scripts, store, now, behaviour);
}

/** The same with files from anywhere else. */
export async function runFiles(
  { desk, api }: Record<'desk' | 'api', readonly RemoteFile[]>,
  store: Store,
  now = START,
  behaviour: Behaviour = {},
): Promise<Desk> {
  const scheduler = new OrderedScheduler(now);
  const local = await startLocal({
    store,
    scheduler,
    root: ROOT,
    scripts: { desk: toScript('desk', desk), api: toScript('api', api) },
    token: TOKEN,
    address: OWNER,
    virtual: true,
    ...behaviour,
  });
  return new Desk(local, scheduler, store);
}

function toScript(name: string, received: readonly RemoteFile[]) {
  const texts = received.map(({ name: file, type, source }) => [`${file}.${EXTENSIONS[type]}`, source]);
  const files = toScriptFiles(Object.fromEntries(texts));
  return createScript(name, () => files);
}
