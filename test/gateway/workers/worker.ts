/** The Worker as wrangler deploys it, in Cloudflare's own runtime on this machine. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { prepareWorker } from '../../../gateway/deploy-worker';
import type { GatewayOptions } from '../../../gateway/gateway';
import { ROOT } from '../../harness/local';

const CODE = path.join(ROOT, '.build/gateway-worker.js');
const PAGES = path.join(ROOT, '.build/pages.json');

export interface StartedWorker {
  url: URL;
  close(): Promise<void>;
}

export async function startWorker(options: GatewayOptions): Promise<StartedWorker> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-worker-'));
  const pages = JSON.parse(readFileSync(PAGES, 'utf8'));
  const config = prepareWorker(folder, { name: 'sheetdesk', code: CODE, pages, options });
  const { workerOptions, main = '' } = unstable_getMiniflareWorkerOptions(config);
  const code = { modules: true, modulesRoot: path.dirname(main), scriptPath: main };
  const miniflare = new Miniflare({ ...workerOptions, ...code });
  const url = await miniflare.ready;
  return {
    url,
    async close() {
      await miniflare.dispose();
      rmSync(folder, { recursive: true });
    },
  };
}
