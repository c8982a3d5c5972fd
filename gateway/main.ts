import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { KEEP_ALIVE_MS } from './front';
import { createGateway } from './gateway';
import type { StaticFile } from './static-file';

const HELP = `Serves a deployed web app as plain HTTP, on this machine only unless --host is given.

  npm run gateway -- --web-app <URL> [options]

  --web-app <URL>   URL of the API's deployment, ending in /exec
  --port <number>   port to listen on (8787)
  --host <address>  address to listen on (127.0.0.1); 0.0.0.0 in a container
  --seats <number>  requests that the script works on at once (25); all gateways of an account share Google's thirty
  --help            show this help
`;

main(process.argv.slice(2));

function main(args: readonly string[]): void {
  try {
    const { webApp, help, ...options } = readOptions(args);
    if (help) process.stdout.write(HELP);
    else start(webApp, options);
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

function start(webApp: string | undefined, { port, host, seats }: Options): void {
  if (!webApp || !URL.canParse(webApp))
    throw new Error(`--web-app must be the URL of a deployment (got "${webApp ?? ''}"). See --help.`);
  const stop = new AbortController();
  const gateway = createGateway({ webApp, pages: readPages(), seats, stop: stop.signal });
  const serverOptions = { keepAliveTimeout: KEEP_ALIVE_MS };
  const server = serve({ fetch: gateway, hostname: host, port, serverOptions }, (address) =>
    console.log(`http://${toHostname(host)}:${address.port}/docs in front of ${webApp}`),
  ) as Server;
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

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'web-app': { type: 'string' },
      port: { type: 'string', default: '8787' },
      host: { type: 'string', default: '127.0.0.1' },
      seats: { type: 'string', default: '25' },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    throw new Error(`--port must be a number from 0 to 65535 (got "${values.port}").`);
  if (!isIP(values.host))
    throw new Error(`--host must be an IP address such as 0.0.0.0 (got "${values.host}").`);
  const seats = Number(values.seats);
  if (!/^\d{1,2}$/.test(values.seats) || seats < 1 || seats > 30)
    throw new Error(`--seats must be a number from 1 to 30 (got "${values.seats}").`);
  return { webApp: values['web-app'], port, host: values.host, seats, help: values.help };
}

/** The host in a URL by which this machine reaches the address that the server listens on. */
function toHostname(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}
