import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { RunRequest } from '../protocol/run';

/** The module that `realm.js` evaluates to, inside the context. */
interface Realm {
  install(exchange: (request: string) => string, run: RunRequest): void;
  invoke(name: string, args: string): string;
}

const { port, flag, realmFile } = workerData as { port: MessagePort; flag: Int32Array; realmFile: string };
const compiled = new Map<string, vm.Script>();

parentPort?.on('message', (run: RunRequest) => {
  port.postMessage({ done: execute(run) });
});

/** Every execution gets a context of its own, as on the platform: no global survives it. */
function execute(run: RunRequest): string {
  const context = vm.createContext({});
  const realm = compile(realmFile, 'realm').runInContext(context) as Realm;
  realm.install(exchange, run);
  try {
    for (const file of scriptFiles(run.bundle)) compile(file, path.parse(file).name).runInContext(context);
  } catch (error) {
    const { name, message } = error as Error;
    return JSON.stringify({ thrown: { name, message } });
  }
  return realm.invoke(run.function, run.args);
}

function scriptFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => path.join(folder, name));
}

function compile(file: string, name: string): vm.Script {
  const known = compiled.get(file);
  if (known) return known;
  const script = new vm.Script(readFileSync(file, 'utf8'), { filename: name });
  compiled.set(file, script);
  return script;
}

/** Stands still until the answer is here. The loop is needed: a late notify of the last answer may wake us early. */
function exchange(request: string): string {
  Atomics.store(flag, 0, 0);
  port.postMessage({ call: request });
  while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0);
  const received = receiveMessageOnPort(port);
  return (received as { message: string }).message;
}
