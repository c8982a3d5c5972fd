import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { command, HOST_OPTION, portOption } from '../tools/command';
import { askForWebApp, deployWorker } from './deploy-worker';
import { createGateway } from './gateway';
import { limit, originOf, PATIENCE } from './node-server';
import type { StaticFile } from './static-file';

const GATEWAY = command({
  summary: 'Serves a deployed web app as plain HTTP, on this machine only unless --host is given.',
  usages: ['npm run gateway -- --web-app <URL> [options]', 'npm run gateway -- --deploy workers'],
  options: {
    'web-app': { type: 'string', value: '<URL>', help: "URL of the API's deployment, ending in /exec" },
    deploy: {
      type: 'string',
      value: 'workers',
      choices: ['workers'],
      help: 'run it on Cloudflare Workers instead of here',
    },
    name: {
      type: 'string',
      value: '<name>',
      default: 'sheetdesk',
      help: 'the name of the Worker, another one for each API (sheetdesk)',
    },
    port: portOption('8787'),
    host: HOST_OPTION,
    seats: {
      type: 'string',
      value: '<number>',
      default: '25',
      range: [1, 30],
      help: "requests that the script works on at once (25); all gateways of an account share Google's thirty",
    },
  },
});

void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  try {
    const { 'web-app': given, help, deploy, name, host, ...numbers } = GATEWAY.parse(args).values;
    if (help) return void process.stdout.write(GATEWAY.help);
    const webApp = given ?? (deploy && (await askForWebApp())) ?? '';
    if (!URL.canParse(webApp))
      throw new Error(`--web-app must be the URL of a deployment (got "${webApp}"). See --help.`);
    const seats = Number(numbers.seats);
    if (deploy) deployWorker(name, { webApp, seats, pages: readPages() });
    else start(webApp, { host, port: Number(numbers.port), seats });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

interface Options {
  port: number;
  host: string;
  seats: number;
}

function start(webApp: string, { port, host, seats }: Options): void {
  const stop = new AbortController();
  const gateway = createGateway({ webApp, pages: readPages(), seats, stop: stop.signal });
  const options: Parameters<typeof serve>[0] = {
    fetch: (request, { incoming }) => gateway(request, originOf(incoming)),
    hostname: host,
    port,
    serverOptions: PATIENCE,
  };
  const server = serve(options, (address) =>
    console.log(`http://${toHostname(host)}:${address.port}/docs in front of ${webApp}`),
  ) as Server;
  limit(server);
  server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const isInUse = code === 'EADDRINUSE';
    console.error(isInUse ? `Port ${port} is in use. Choose another with --port.` : message);
    process.exitCode = 1;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // A connection that is answered from now on need not be kept.
      server.keepAliveTimeout = 1;
      server.close();
      stop.abort();
    });
}

/** The build puts them beside this file. */
function readPages(): StaticFile[] {
  return JSON.parse(readFileSync(path.join(__dirname, 'pages.json'), 'utf8')) as StaticFile[];
}

/** The host in a URL by which this machine reaches the address that the server listens on. */
function toHostname(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}
