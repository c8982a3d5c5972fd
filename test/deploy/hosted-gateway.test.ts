import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../harness/local';
import { startUntouched } from '../harness/seeded';

const PLACEHOLDER = 'https://script.google.com/macros/s/.../exec';

/** The file that the documentation shows, in front of this web app: one module, as a runtime without Node loads it. */
async function bundleShown(webApp: string, outfile: string): Promise<void> {
  const text = readFileSync(path.join(ROOT, 'docs/gateway.md'), 'utf8');
  const contents = /```ts\n(.*?)```/s.exec(text)?.[1]?.replace(PLACEHOLDER, webApp);
  if (!contents?.includes(webApp)) throw new Error('docs/gateway.md shows no worker.');
  const stdin = { contents, resolveDir: ROOT, loader: 'ts' as const };
  // Jest requires what it loads; a module that Node alone has would not be found for this platform.
  await build({ stdin, bundle: true, platform: 'browser', format: 'cjs', outfile });
}

test('the gateway runs without Node, from the file in docs/gateway.md', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-hosted-'));
  const local = await startUntouched();
  try {
    const outfile = path.join(folder, 'worker.js');
    await bundleShown(local.urls.api.replace('localhost', '127.0.0.1'), outfile);
    const { fetch } = require(outfile).default as { fetch(request: Request): Promise<Response> };
    const answer = await fetch(new Request('https://api.example.com/openapi.json'));
    expect([answer.status, (await answer.json()).info.title]).toEqual([200, 'Sheetdesk']);
    expect((await fetch(new Request('https://api.example.com/v1/leads'))).status).toBe(401);
    const page = await fetch(new Request('https://api.example.com/staff'));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')]);
  } finally {
    await local.close();
    rmSync(folder, { recursive: true });
  }
});
