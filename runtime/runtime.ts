import type { Plan } from './account/plan';
import { createContext, type ServiceContext } from './context';
import type { Doubts } from './doubts';
import type { Execution } from './execution/execution';
import { ExecutionHistory } from './execution/execution-history';
import { Executor, type RunOptions } from './execution/executor';
import { MAX_EXECUTION_MS } from './execution/limits';
import type { Scheduler } from './execution/scheduler';
import { type Script, toSourceFile } from './execution/script';
import { UnderWay } from './execution/under-way';
import type { RuntimeCode } from './execution/worker-thread';
import { createGoogle, type Google } from './google/google';
import { toLoopback } from './server/listen';
import { createServices } from './services';
import type { Store } from './store';

/** What a build makes of this folder: `realm.js` of realm/, `worker.cjs` of execution/worker.ts, and so on. */
export type RuntimeFile = 'worker.cjs' | 'realm.js' | 'outer.js' | 'panel.js' | 'inspector.html';

export interface RuntimeOptions<S extends Scripts = Scripts> {
  /** Script projects by name; where a request names none, the first is meant. */
  scripts: S;
  /** Everything that is to be remembered; whoever opened it closes it. */
  store: Store;
  scheduler: Scheduler;
  /** Answers the text of a built file, the newest where it is built again. */
  readFile: (name: RuntimeFile) => string;
  /** Where the server in front is reached, such as `http://localhost:8080`. */
  home: string;
  /** What clients of Gmail and Drive must carry. */
  token: string;
  /** The owner's mailbox. */
  address?: string;
  /** Whether realms read the ledger's clock (tests) or the machine's. */
  virtual?: boolean;
  /** What differs from a free account. */
  plan?: Partial<Plan>;
  /** How Google behaves where nobody is sure; none unless said. */
  doubts?: Doubts;
  /** Real ms after which a script that calls no service is taken for an endless loop; six minutes unless said. */
  computeMs?: number;
  /** Script properties as long as this runs, by the script's name: they hide what is stored, and are never stored. */
  properties?: Readonly<Record<string, Record<string, string>>>;
  /** What the inspector calls things; the names of the scripts unless said. */
  labels?: Labels;
}

export type Scripts = Readonly<Record<string, Script>>;

/** What the inspector shows in place of plain names. */
export interface Labels {
  title?: string;
  /** Of each script's spreadsheet, by the script's name. */
  sheets?: Readonly<Record<string, string>>;
  /** Of the link to a script's page, by the script's name; no link without. */
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
  /** Where everything is: each web app by its script's name; `gmail` is the root of the REST paths of Gmail and Drive. */
  urls: { home: string; gmail: string } & Readonly<Record<keyof S & string, string>>;
  /** Those of this process, the newest last; older ones are forgotten. */
  executions: readonly Execution[];
  /** Those that have ended, of earlier processes too. */
  history: ExecutionHistory;
  run(script: Script, name: string, args?: readonly unknown[], options?: RunOptions): Promise<Execution>;
  /** Calls the listener after every execution, whoever started it. */
  onExecution(listener: (execution: Execution) => void): void;
  /** How long an execution really took; undefined while it runs. */
  realMs(execution: Execution): number | undefined;
  close(): Promise<void>;
}

const ADDRESS = 'owner@example.com';

/** Makes a runtime; nothing listens yet: `createApp` of server/app.ts makes what a server answers. */
export function createRuntime<S extends Scripts>(options: RuntimeOptions<S>): Runtime<S> {
  const { scripts, store, scheduler, readFile, home, token, doubts = new Set() } = options;
  const { address = ADDRESS, properties = {}, plan = {}, labels = {} } = options;
  const webAppUrl = ({ deploymentId }: Script) => `${home}/macros/s/${deploymentId}/exec`;
  const now = () => Math.floor(scheduler.now());
  const google = createGoogle({ store, now, address, token, decodesFrom: doubts.has('from-is-decoded') });
  const services = createContext({
    store,
    scheduler,
    google: { url: toLoopback(home), token, address, send: google.send },
    webAppUrl,
    lentProperties: properties,
    plan,
    doubts,
  });
  const history = new ExecutionHistory(store);
  const executor = new Executor({
    services: createServices(services),
    scheduler,
    virtual: options.virtual ?? false,
    missingGlobals: doubts.has('no-object-hasown') ? ['Object.hasOwn'] : [],
    computeMs: options.computeMs ?? MAX_EXECUTION_MS,
    code: readCode(readFile),
    lastId: history.newest,
  });
  const { ended, ...observed } = observe(executor, history);
  services.triggers.connect(observed, Object.values(scripts));
  const webApps = Object.entries(scripts).map(([name, script]) => [name, webAppUrl(script)] as const);
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

/** What executions run on. */
export function readCode(readFile: RuntimeOptions['readFile']): RuntimeCode {
  return { worker: readFile('worker.cjs'), realm: toSourceFile('realm.js', readFile('realm.js')) };
}

type Observed = Pick<Runtime, 'run' | 'onExecution' | 'realMs'>;

/** Runs as the executor does, takes the time, adds to the history, and tells the listeners. */
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
