import vm from 'node:vm';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { RunRequest, SourceFile } from './run';

/** The module that `realm.js` evaluates to, inside the context. */
interface RealmModule {
  install(exchange: (request: string) => string, run: RunRequest): void;
  renew(exchange: (request: string) => string, run: RunRequest): void;
  invoke(lookUp: (name: string) => unknown, name: string, args: string): string;
  toThrown(error: unknown): string;
}

interface Workplace {
  port: MessagePort;
  flag: Int32Array;
  realm: SourceFile;
  /** `type-list.json` */
  types: string;
  /** V8's compiled code of files from other threads, by digest. */
  compiled: Map<string, Uint8Array>;
}

const { port, flag, realm: realmFile, types, compiled } = workerData as Workplace;
/** Scripts by name and digest: a file's name is part of its stacks. */
const scripts = new Map<string, { digest: string; script: vm.Script }>();
/** Read once for all the realms of this thread. */
const typeList: unknown = JSON.parse(types);

/**
 * Measures how long the script computes: real ms of its thread outside of service calls. Node 20 has no CPU time of a
 * thread, so on a busy machine this holds what the thread waited for a core.
 */
const stopwatch = {
  ms: 0,
  since: 0,
  reset(): void {
    this.ms = 0;
    this.go();
  },
  go(): void {
    this.since = performance.now();
  },
  /** The sum so far. */
  stop(): number {
    this.ms += performance.now() - this.since;
    this.go();
    return this.ms;
  },
};

parentPort?.on('message', async (run: RunRequest) => {
  const done = await execute(run).catch(toFailure);
  port.postMessage({ done, computedMs: stopwatch.stop() });
  passOnCompiled();
});

// Nobody hears of a promise that is rejected and not handled: https://justin.poehnelt.com/posts/apps-script-runtime-limitations-wintercg/
process.on('unhandledRejection', () => {});

interface Realm extends RealmModule {
  context: vm.Context;
  /** Puts the script's own state back, in a script that can do so. */
  forget: (() => void) | undefined;
}

/** Realms of scripts that can forget an execution, by all that makes a realm what it is; the last one used stands last. */
const kept = new Map<string, Realm>();
const MAX_KEPT = 2;
/** A function under this symbol says that a script can forget. Node shows a context's symbols to its code alone. */
const FORGET = new vm.Script("globalThis[Symbol.for('local-apps-script.forget')]");

/**
 * Runs a function. No global survives an execution on Google. A script that can forget one keeps its realm here, put back as it
 * was, since making one costs more than most executions.
 */
async function execute(run: RunRequest): Promise<string> {
  const key = keyOf(run);
  let realm = run.isFresh ? undefined : kept.get(key);
  kept.delete(key);
  if (realm) {
    realm.renew(exchange, run);
    stopwatch.reset();
  } else {
    realm = makeRealm(run);
    try {
      stopwatch.reset();
      // All before any of them runs and may fail: no file is sent twice.
      const files = run.code.map(compile);
      for (const file of files) file.runInContext(realm.context);
    } catch (error) {
      return realm.toThrown(error);
    }
    realm.forget = FORGET.runInContext(realm.context) as Realm['forget'];
  }
  const { context, forget } = realm;
  const outcome = realm.invoke((name) => lookUp(name, context), run.function, run.args);
  // The execution ends when the queue of microtasks is empty: developers.google.com/apps-script/guides/v8-runtime#async
  await new Promise((resolve) => setImmediate(resolve));
  if (forget) keep(key, realm);
  return outcome;
}

function makeRealm(run: RunRequest): Realm {
  // A contextified object would make each use of a global such as Math cost forty times as much.
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  Object.assign(context, { [Symbol.for('local-apps-script.types')]: typeList });
  const module = compile(realmFile).runInContext(context) as RealmModule;
  module.install(exchange, run);
  return { ...module, context, forget: undefined };
}

function keyOf({ code, timeZone, virtual, missingGlobals, advancedServices }: RunRequest): string {
  const files = code.map(({ name, digest }) => [name, digest]);
  return JSON.stringify([files, timeZone, virtual, missingGlobals, advancedServices]);
}

function keep(key: string, realm: Realm): void {
  realm.forget?.();
  kept.set(key, realm);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) return;
    kept.delete(oldest);
  }
}

/** A bug of this runtime, or an error that cannot be described, such as one whose message throws. */
function toFailure(error: unknown): string {
  const message = `The local runtime failed: ${(error as Error | undefined)?.stack}`;
  return JSON.stringify({ thrown: { name: 'LocalRuntimeError', message } });
}

/** A global variable of the script, also one of `const`, `let` or `class`, which is no property of `globalThis`. */
function lookUp(name: string, context: vm.Context): unknown {
  if (!IDENTIFIER.test(name)) return undefined;
  try {
    return new vm.Script(name).runInContext(context);
  } catch {
    return undefined;
  }
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** Each thread compiles a file once, from another thread's compiled code if there is any. */
function compile({ name, text, digest }: SourceFile): vm.Script {
  const key = `${name} ${digest}`;
  const known = scripts.get(key);
  if (known) return known.script;
  const cachedData = compiled.get(digest);
  const script = new vm.Script(text, {
    filename: name.replace(/\.js$/, ''),
    ...(cachedData ? { cachedData } : {}),
  });
  scripts.set(key, { digest, script });
  return script;
}

/** After a run the functions that it needed are compiled too. */
function passOnCompiled(): void {
  for (const { digest, script } of scripts.values()) {
    if (compiled.has(digest)) continue;
    const code = script.createCachedData();
    compiled.set(digest, code);
    port.postMessage({ compiled: { digest, code } });
  }
}

/** Blocks until the answer is here. The loop is needed: a late notify of the previous answer may wake it early. */
function exchange(request: string): string {
  Atomics.store(flag, 0, 0);
  port.postMessage({ call: request, computedMs: stopwatch.stop() });
  while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0);
  stopwatch.go();
  const received = receiveMessageOnPort(port);
  return (received as { message: string }).message;
}
