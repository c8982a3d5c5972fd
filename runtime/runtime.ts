import type { Plan } from './account/plan';
import { createContext, type ServiceContext } from './context';
import { type Doubts, usualDoubts } from './doubts';
import type { Execution } from './execution/execution';
import { ExecutionHistory } from './execution/execution-history';
import { Executor, type RunOptions } from './execution/executor';
import { MAX_EXECUTION_MS } from './execution/limits';
import type { Scheduler } from './execution/scheduler';
import { type Script, toSourceFile } from './execution/script';
import { UnderWay } from './execution/under-way';
import type { RuntimeCode } from './execution/worker-thread';
import { createGoogle, type Google } from './google/google';
import { toLoopback } from './listen';
import { createServices } from './services';
import type { Store } from './store';

/** The files that a build makes of this folder: see README.md. */
export type RuntimeFile =
  | 'worker.cjs'
  | 'realm.js'
  | 'type-list.json'
  | 'outer.js'
  | 'panel.js'
  | 'inspector.html';

export interface RuntimeOptions<S extends Scripts = Scripts> {
  /** Script projects by name; the first is the default of requests that name none. */
  scripts: S;
  /** Holds everything that survives a restart. Closing the runtime leaves it open. */
  store: Store;
  scheduler: Scheduler;
  /** Reads a file of the build; after another build, the new one. */
  readFile: (name: RuntimeFile) => string;
  /** The origin of the server, such as `http://localhost:8080`. */
  home: string;
  /** The access token for clients of Gmail and Drive. */
  token: string;
  /** The owner's mailbox. */
  address?: string;
  /** True if realms read the ledger's clock (tests), false for the machine's. */
  virtual?: boolean;
  /** Differences from a free account. */
  plan?: Partial<Plan>;
  /** Which uncertain behaviors of Google to turn around; none by default. */
  doubts?: Doubts;
  /** Real ms without a service call after which a script counts as an endless loop; six minutes by default. */
  computeMs?: number;
  /** Script properties by script name that hide stored ones and are never stored themselves. */
  properties?: Readonly<Record<string, Record<string, string>>>;
  /** Names that the inspector shows; the names of the scripts by default. */
  labels?: Labels;
}

export type Scripts = Readonly<Record<string, Script>>;

/** Labels that the inspector shows in place of names, and above everything. */
export interface Labels {
  title?: string;
  /** A sentence or two on what runs here; nothing without one. */
  introduction?: string;
  /** Links to read on, after the introduction. */
  links?: readonly { title: string; href: string }[];
  /** The title of each script's spreadsheet. */
  sheets?: Readonly<Record<string, string>>;
  /** The title of the link to each script's page; no link without a title. */
  pages?: Readonly<Record<string, string>>;
}

/** Script projects at work on one machine: their sheets, mail, files and timers. */
export interface Runtime<S extends Scripts = Scripts> {
  scripts: S;
  scheduler: Scheduler;
  google: Google;
  services: ServiceContext;
  readFile: (name: RuntimeFile) => string;
  labels: Labels;
  /** The addresses: each web app by its script's name; `gmail` is the root of the REST paths of Gmail and Drive. */
  urls: { home: string; gmail: string } & Readonly<Record<keyof S & string, string>>;
  /** The executions of this process, the newest last; older ones are dropped. */
  executions: readonly Execution[];
  /** The executions that have ended, in earlier processes too. */
  history: ExecutionHistory;
  run(script: Script, name: string, args?: readonly unknown[], options?: RunOptions): Promise<Execution>;
  /** Calls the listener after every execution, whoever started it. */
  onExecution(listener: (execution: Execution) => void): void;
  /** Returns how long an execution really took; undefined while it runs. */
  realMs(execution: Execution): number | undefined;
  close(): Promise<void>;
}

const ADDRESS = 'owner@example.com';

/** Makes a runtime without a server: `createApp` of server/app.ts makes what one answers. */
export function createRuntime<S extends Scripts>(options: RuntimeOptions<S>): Runtime<S> {
  const { scripts, store, scheduler, readFile, home, token, doubts = usualDoubts() } = options;
  const { address = ADDRESS, properties = {}, plan = {}, labels = {} } = options;
  const webAppUrl = ({ deploymentId }: Script) => `${home}/macros/s/${deploymentId}/exec`;
  const now = () => Math.floor(scheduler.now());
  const google = createGoogle({ store, now, address, token, decodesFrom: doubts.has('from-is-decoded') });
  const services = createContext({
    store,
    scheduler,
    google: { url: toLoopback(home), token, address, mailbox: google.mailbox },
    webAppUrl,
    temporaryProperties: properties,
    plan,
    doubts,
  });
  const history = new ExecutionHistory(store);
  const executor = new Executor({
    services: createServices(services),
    scheduler,
    virtual: options.virtual ?? false,
    rewording: services.rewording,
    missingGlobals: doubts.has('no-object-hasown') ? ['Object.hasOwn'] : [],
    computeMs: options.computeMs ?? MAX_EXECUTION_MS,
    code: readCode(readFile),
    lastId: history.newest,
  });
  const { ended, ...observed } = observe(executor, history);
  services.triggers.connect(observed, Object.values(scripts));
  const account = doubts.has('several-accounts') ? `?authuser=${encodeURIComponent(address)}` : '';
  const webApps = Object.entries(scripts).map(([name, script]) => {
    const isOpen = script.manifest.webapp?.access === 'ANYONE_ANONYMOUS';
    return [name, webAppUrl(script) + (isOpen ? '' : account)] as const;
  });
  return {
    ...{ scripts, scheduler, google, services, readFile, labels, history },
    urls: { home, gmail: home, ...(Object.fromEntries(webApps) as Record<keyof S & string, string>) },
    executions: executor.executions,
    ...observed,
    async close() {
      const triggersEnded = services.triggers.close();
      await executor.close();
      await ended();
      await triggersEnded;
      history.close();
    },
  };
}

/** Reads the code of a thread. */
export function readCode(readFile: RuntimeOptions['readFile']): RuntimeCode {
  return {
    worker: readFile('worker.cjs'),
    realm: toSourceFile('node:realm', readFile('realm.js')),
    types: readFile('type-list.json'),
  };
}

type Observed = Pick<Runtime, 'run' | 'onExecution' | 'realMs'>;

/** Runs executions, measures them, adds them to the history, and calls the listeners. */
function observe(
  executor: Executor,
  history: ExecutionHistory,
): Observed & { /** Resolves when nothing runs any more. */ ended(): Promise<void> } {
  const listeners: ((execution: Execution) => void)[] = [];
  const durations = new WeakMap<Execution, number>();
  const underWay = new UnderWay();
  const run: Observed['run'] = async (...args) => {
    const start = performance.now();
    const execution = await executor.run(...args);
    const ms = performance.now() - start;
    durations.set(execution, ms);
    history.add(execution, ms);
    for (const listener of listeners) listener(execution);
    return execution;
  };
  return {
    run: (...args) => underWay.track(run(...args)),
    onExecution: (listener) => listeners.push(listener),
    realMs: (execution) => durations.get(execution),
    ended: () => underWay.ended(),
  };
}
