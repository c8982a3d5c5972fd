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

interface Workplace {
  port: MessagePort;
  flag: Int32Array;
  realmFile: string;
  /** What V8 made of files in other threads. */
  compiled: Map<string, Uint8Array>;
}

const { port, flag, realmFile, compiled } = workerData as Workplace;
const scripts = new Map<string, vm.Script>();

parentPort?.on('message', (run: RunRequest) => {
  port.postMessage({ done: execute(run) });
  passOnCompiled();
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

/** Each thread compiles a file once, from what another thread has made of it where there is such a thing. */
function compile(file: string, name: string): vm.Script {
  const known = scripts.get(file);
  if (known) return known;
  const code = compiled.get(file);
  const script = new vm.Script(readFileSync(file, 'utf8'), {
    filename: name,
    ...(code ? { cachedData: code } : {}),
  });
  scripts.set(file, script);
  return script;
}

/** After a run, so that the functions that it needed are compiled too. */
function passOnCompiled(): void {
  for (const [file, script] of scripts) {
    if (compiled.has(file)) continue;
    const code = script.createCachedData();
    compiled.set(file, code);
    port.postMessage({ compiled: { file, code } });
  }
}

/** Stands still until the answer is here. The loop is needed: a late notify of the last answer may wake us early. */
function exchange(request: string): string {
  Atomics.store(flag, 0, 0);
  port.postMessage({ call: request });
  while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0);
  const received = receiveMessageOnPort(port);
  return (received as { message: string }).message;
}
