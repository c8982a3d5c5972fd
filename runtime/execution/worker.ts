import path from 'node:path';
import vm from 'node:vm';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { RunRequest, SourceFile } from './run';

/** The module that `realm.js` evaluates to, inside the context. */
interface Realm {
  install(exchange: (request: string) => string, run: RunRequest): void;
  invoke(name: string, args: string): string;
}

interface Workplace {
  port: MessagePort;
  flag: Int32Array;
  realm: SourceFile;
  /** V8's compiled code of files from other threads, by digest. */
  compiled: Map<string, Uint8Array>;
}

const { port, flag, realm, compiled } = workerData as Workplace;
const scripts = new Map<string, vm.Script>();

parentPort?.on('message', (run: RunRequest) => {
  port.postMessage({ done: execute(run) });
  passOnCompiled();
});

/** Every execution gets a fresh context, as on Google: no global survives it. */
function execute(run: RunRequest): string {
  const context = vm.createContext({});
  const { install, invoke } = compile(realm).runInContext(context) as Realm;
  install(exchange, run);
  try {
    for (const file of run.code) compile(file).runInContext(context);
  } catch (error) {
    const { name, message } = error as Error;
    return JSON.stringify({ thrown: { name, message } });
  }
  return invoke(run.function, run.args);
}

/** Each thread compiles a file once, from another thread's compiled code if there is any. */
function compile({ name, text, digest }: SourceFile): vm.Script {
  const known = scripts.get(digest);
  if (known) return known;
  const cachedData = compiled.get(digest);
  const script = new vm.Script(text, {
    filename: path.parse(name).name,
    ...(cachedData ? { cachedData } : {}),
  });
  scripts.set(digest, script);
  return script;
}

/** After a run the functions that it needed are compiled too. */
function passOnCompiled(): void {
  for (const [digest, script] of scripts) {
    if (compiled.has(digest)) continue;
    const code = script.createCachedData();
    compiled.set(digest, code);
    port.postMessage({ compiled: { digest, code } });
  }
}

/** Blocks until the answer is here. The loop is needed: a late notify of the previous answer may wake it early. */
function exchange(request: string): string {
  Atomics.store(flag, 0, 0);
  port.postMessage({ call: request });
  while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0);
  const received = receiveMessageOnPort(port);
  return (received as { message: string }).message;
}
