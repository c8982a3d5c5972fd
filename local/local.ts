import { createScript, deploymentIdOf, type Script } from '../runtime/execution/script';
import { type ReservedPort, reservePort, toLoopback } from '../runtime/listen';
import { createRuntime, type Runtime, type RuntimeOptions } from '../runtime/runtime';
import { type AppOptions, createApp } from './app';
import { asDeployed } from './as-deployed';
import { Built, type ScriptName } from './built';
import { type ProviderName, type Providers, startProviders } from './providers/providers';

type OfRuntime = 'store' | 'scheduler' | 'token' | 'address' | 'virtual' | 'plan' | 'doubts' | 'computeMs';

export interface LocalOptions extends Pick<RuntimeOptions, OfRuntime>, AppOptions {
  /** The project's folder, where the build left `dist` and `.build`. */
  root: string;
  /** Scripts to run instead of the built ones. */
  scripts?: Local['scripts'];
  /** A free port by default; closed with everything else. */
  server?: ReservedPort;
  /** True if both scripts are deployed with `--wide-sheets`. */
  wideSheets?: boolean;
  /** The providers to emulate and to connect with the api's script; none by default. */
  providers?: readonly ProviderName[];
  /** Script properties of the api besides those of its providers, never stored. */
  apiProperties?: Readonly<Record<string, string>>;
}

/** The addresses of everything; `gmail` is the root of the REST paths of Gmail and Drive. */
export type Urls = Record<'home' | 'desk' | 'api' | 'gmail', string> & Partial<Record<ProviderName, string>>;

/** Scripts of the desk and the API on the local runtime, with the gateway and emulated providers in front. */
export interface Local extends Runtime<Record<ScriptName, Script>> {
  urls: Urls;
  built: Built;
}

/** Requests that arrive before everything is put together wait for it. */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const server = options.server ?? (await reservePort(0));
  const home = new URL(`http://localhost:${server.port}`).origin;
  const providers = await startProviders(options.providers ?? [], {
    publicAddress: toLoopback(home),
    store: options.store,
  }).catch(async (error) => {
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
    server.serve(createApp(local, options));
    return { ...local, close: () => closeAll(local) };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function compose({ root, scripts, ...options }: LocalOptions, home: string, providers: Providers): Local {
  const built = new Built(root);
  const deployed = (name: ScriptName) => deploy(built, name, { ...options, home });
  const runtime = createRuntime({
    ...options,
    home,
    scripts: scripts ?? { desk: deployed('desk'), api: deployed('api') },
    readFile: (name) => built.text(`.build/${name}`),
    properties: { api: { ...options.apiProperties, ...providers.properties } },
    labels: LABELS,
  });
  return { ...runtime, built, urls: { ...runtime.urls, ...providers.urls } };
}

const LABELS = {
  title: 'Sheetdesk',
  introduction:
    'The desks on your machine, with the sheets, mail, files and timers that they would have at Google. Deliver ' +
    'a message under Mail, run checkMail under Timers, and open the case desk page to see its case.',
  links: [
    { title: 'Step by step', href: '/readme' },
    { title: 'Staff page', href: '/staff' },
    { title: 'Documentation of the API', href: '/docs' },
    { title: 'Health', href: '/v1/health' },
  ],
  sheets: { desk: 'Desk sheet', api: 'API sheet' },
  pages: { desk: 'Case desk page' },
};

function deploy(
  built: Built,
  name: ScriptName,
  { doubts, home, wideSheets = false }: Pick<LocalOptions, 'doubts' | 'wideSheets'> & { home: string },
): Script {
  // The address is put into the code only where the script cannot ask Google for it, so that otherwise the compiled code is the same at every port.
  const url = doubts?.has('service-url-lies') ? `${home}/macros/s/${deploymentIdOf(name)}/exec` : undefined;
  return createScript(
    name,
    asDeployed(() => built.script(name), { wideSheets, url }),
  );
}
