/** Runs commands of the real clasp, one after another, which is loaded once and not for each of them. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import './as-newcomer.cjs';

const main = createRequire(import.meta.url).resolve('@google/clasp');
const debug = createRequire(main)('debug');

/** Google's libraries wait for seconds before they try again, and nothing changes here meanwhile. */
const { setTimeout } = globalThis;
globalThis.setTimeout = (work, ms, ...args) => setTimeout(work, ms / 100, ...args);

let runs = 0;
let last = Promise.resolve();
parentPort.on('message', ({ port }) =>
  port.on('message', (command) => {
    last = last.then(() => run(command, port));
  }),
);

async function run({ args, env }, port) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  debug.enable(env.DEBUG ?? '');
  process.argv = [process.execPath, main, ...args];
  process.exitCode = 0;
  for (const name of ['stdout', 'stderr'])
    process[name].write = (chunk) => {
      port.postMessage({ [name]: String(chunk) });
      return true;
    };
  await import(`${pathToFileURL(main)}?${++runs}`);
  port.postMessage({ code: process.exitCode });
}
