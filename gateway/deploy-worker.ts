import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import * as v from 'valibot';
import type { GatewayOptions } from './gateway';
import type { StaticFile } from './static-file';
import { writeAssets } from './worker-assets';

/** The clone: the build puts the commands into a folder of it, and the Worker beside them. */
const ROOT = path.join(__dirname, '..');
const CODE = path.join(__dirname, 'gateway-worker.js');
/** A folder for what wrangler reads and writes. */
const DEPLOYED = path.join(__dirname, 'workers');

/** Entry of the file in which wrangler tells what it has done, one JSON object a line. */
const Deployed = v.object({ type: v.literal('deploy'), targets: v.array(v.string()) });

/** Puts the gateway on Cloudflare Workers, or updates it there, and says what is left to do. */
export function deployWorker(name: string, { pages = [], ...options }: GatewayOptions): void {
  run(['tools/install.mjs', 'workers']);
  rmSync(DEPLOYED, { recursive: true, force: true });
  const config = prepareWorker(DEPLOYED, { name, code: CODE, pages, options });
  const output = path.join(DEPLOYED, 'output.ndjson');
  run(['node_modules/wrangler/bin/wrangler.js', 'deploy', '--config', config], {
    WRANGLER_OUTPUT_FILE_PATH: output,
    WRANGLER_SEND_METRICS: 'false',
  });
  const address = findAddress(output);
  console.log(
    [
      `The gateway runs at ${address}, in front of ${options.webApp}.`,
      `Next, choose API > Public address in the API sheet and enter ${address}.`,
      'Then Connect Stripe and Connect Twilio, below it, have them call that address.',
      `Staff work at ${address}/staff.`,
    ].join('\n'),
  );
}

/** Asks for the URL of the web app where the command line has none. */
export async function askForWebApp(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question("URL of the API's deployment, ending in /exec: ")).trim();
  } finally {
    terminal.close();
  }
}

interface Prepared {
  /** Name of the Worker, with which its address begins. */
  name: string;
  code: string;
  pages: readonly StaticFile[];
  options: GatewayOptions;
}

/** Writes what wrangler reads: the Worker, its one object with the gateway, and the pages beside it. Returns the file for it. */
export function prepareWorker(folder: string, { name, code, pages, options }: Prepared): string {
  writeAssets(path.join(folder, 'assets'), pages);
  // wrangler sends everything beside the code along with it.
  mkdirSync(path.join(folder, 'code'));
  copyFileSync(code, path.join(folder, 'code/worker.js'));
  const file = path.join(folder, 'wrangler.json');
  const config = {
    name,
    main: 'code/worker.js',
    no_bundle: true,
    compatibility_date: '2026-01-01',
    workers_dev: true,
    preview_urls: false,
    send_metrics: false,
    observability: { enabled: true },
    vars: { OPTIONS: options },
    assets: { directory: 'assets' },
    durable_objects: { bindings: [{ name: 'GATEWAY', class_name: 'Gateway' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['Gateway'] }],
  };
  writeFileSync(file, JSON.stringify(config, null, 2));
  return file;
}

/** Runs a program of Node in this terminal. @throws Error if it fails, which it has explained itself */
function run(command: readonly string[], env: Record<string, string> = {}): void {
  const { status } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The gateway was not deployed. The reason is above.');
}

function findAddress(output: string): string {
  const lines = existsSync(output) ? readFileSync(output, 'utf8').trim().split('\n') : [];
  const deployed = lines
    .map((line) => v.safeParse(Deployed, JSON.parse(line)))
    .find(({ success }) => success);
  const address = deployed?.success ? deployed.output.targets[0] : undefined;
  if (address === undefined) throw new Error('Cloudflare gave the gateway no address. Its dashboard has it.');
  return address.replace(/\/+$/, '');
}
