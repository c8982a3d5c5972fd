import { LIMITS, type Plan } from '../runtime/account/limits';
import { createContext, type ServiceContext } from '../runtime/context';
import type { Doubts } from '../runtime/doubts';
import type { Execution } from '../runtime/execution/execution';
import { ExecutionHistory } from '../runtime/execution/execution-history';
import { Runtime } from '../runtime/execution/executor';
import { type Observed, observe } from '../runtime/execution/observe';
import type { Scheduler } from '../runtime/execution/scheduler';
import { createScript, deploymentIdOf, type Script, toSourceFile } from '../runtime/execution/script';
import type { RuntimeCode } from '../runtime/execution/worker-thread';
import { createGoogle, type Google } from '../runtime/google/google';
import { type ReservedPort, reservePort } from '../runtime/server/listen';
import { createServices } from '../runtime/services';
import type { Store } from '../runtime/store';
import { createApp } from './app';
import { asDeployed } from './as-deployed';
import { Built, type ScriptName } from './built';
import { byNumber } from './by-number';
import { type ProviderName, type Providers, startProviders } from './providers/providers';
import type { Readiness } from './readiness';

export interface LocalOptions {
  /** Everything that is to be remembered; whoever opened it closes it. */
  store: Store;
  scheduler: Scheduler;
  /** The project's folder, where the build left `dist` and `.build`. */
  root: string;
  /** In place of the built ones. */
  scripts?: Local['scripts'];
  /** What clients of Gmail and Drive must carry. */
  token: string;
  /** The owner's mailbox. */
  address?: string;
  /** Any port that is free, unless given; closed with everything else. */
  server?: ReservedPort;
  /** Callers are answered at once, unless this says when. */
  readiness?: Readiness;
  /** Whether realms read the ledger's clock (tests) or the machine's. */
  virtual?: boolean;
  /** What differs from a free account. */
  plan?: Partial<Plan>;
  /** How Google behaves where nobody is sure; none unless said. */
  doubts?: Doubts;
  /** Both scripts are deployed with `--wide-sheets`. */
  wideSheets?: boolean;
  /** Real ms after which a script that calls no service is taken for an endless loop; six minutes unless said. */
  computeMs?: number;
  /** Whose APIs are played on this machine; the api's script is connected to them. None unless said. */
  providers?: readonly ProviderName[];
  /** Script properties of the api as long as this runs, beside those that its providers lend. */
  lent?: Readonly<Record<string, string>>;
}

/** Where everything is; `gmail` is the root of the REST paths of Gmail and Drive. */
export interface Urls extends Partial<Record<ProviderName, string>> {
  home: string;
  desk: string;
  api: string;
  gmail: string;
}

/** Both built scripts at work on one machine: their sheets, mail, files and timers, and the server in front. */
export interface Local extends Observed {
  scripts: { desk: Script; api: Script };
  scheduler: Scheduler;
  google: Google;
  services: ServiceContext;
  urls: Urls;
  built: Built;
  /** Those of this process, the newest last; older ones are forgotten. */
  executions: readonly Execution[];
  /** Those that have ended, of earlier processes too. */
  history: ExecutionHistory;
  close(): Promise<void>;
}

const ADDRESS = 'owner@example.com';

/** Whoever asks before all is put together waits for it. */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const server = options.server ?? (await reservePort(0));
  const home = new URL(`http://localhost:${server.port}`).origin;
  const providers = await startProviders(options.providers ?? [], byNumber(home)).catch(async (error) => {
    await server.close();
    throw error;
  });
  const closeAll = async (local?: Local) => {
    await server.close();
    await local?.close();
    await providers.close();
  };
  try {
    const local = compose(options, home, providers);
    server.serve(createApp(local, options.readiness));
    return { ...local, close: () => closeAll(local) };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function compose(options: LocalOptions, home: string, providers: Providers): Local {
  const { store, scheduler, token, address = ADDRESS, lent = {}, doubts = new Set() } = options;
  const built = new Built(options.root);
  const webAppUrl = ({ deploymentId }: Pick<Script, 'deploymentId'>) =>
    `${home}/macros/s/${deploymentId}/exec`;
  const deployed = (name: ScriptName) => {
    // Where Google tells the address itself, code that is the same at each port is compiled once.
    const url = doubts.has('service-url-lies')
      ? webAppUrl({ deploymentId: deploymentIdOf(name) })
      : undefined;
    const { wideSheets = false } = options;
    return createScript(
      name,
      asDeployed(() => built.script(name), { wideSheets, url }),
    );
  };
  const scripts = options.scripts ?? { desk: deployed('desk'), api: deployed('api') };
  const google = createGoogle({
    store,
    now: () => Math.floor(scheduler.now()),
    address,
    token,
    decodesFrom: doubts.has('from-is-decoded'),
  });
  const services = createContext({
    store,
    scheduler,
    google: { url: byNumber(home), token, address, send: google.send },
    webAppUrl,
    lentProperties: { api: { ...lent, ...providers.properties } },
    plan: options.plan ?? {},
    doubts,
  });
  const history = new ExecutionHistory(store);
  const runtime = new Runtime({
    services: createServices(services),
    scheduler,
    virtual: options.virtual ?? false,
    missingGlobals: doubts.has('no-object-hasown') ? ['Object.hasOwn'] : [],
    computeMs: options.computeMs ?? LIMITS.executionMs,
    code: runtimeCode(built),
    lastId: history.newest,
  });
  const { ended, ...observed } = observe(runtime, history);
  services.triggers.connect(observed, Object.values(scripts));
  return {
    scripts,
    scheduler,
    google,
    services,
    urls: {
      home,
      desk: webAppUrl(scripts.desk),
      api: webAppUrl(scripts.api),
      gmail: home,
      ...providers.urls,
    },
    built,
    executions: runtime.executions,
    history,
    ...observed,
    async close() {
      const triggersEnded = services.triggers.close();
      await runtime.close();
      await ended();
      await triggersEnded;
      history.close();
    },
  };
}

/** What executions run on. */
export function runtimeCode(built: Built): RuntimeCode {
  const [worker, realm] = [built.text('.build/worker.cjs'), built.text('.build/realm.js')];
  return { worker, realm: toSourceFile('realm.js', realm) };
}
