import { toScope } from '../../account/grants';
import { createContext, type ServiceContext } from '../../context';
import { type Doubts, usualDoubts } from '../../doubts';
import type { Execution } from '../../execution/execution';
import { Executor, type RunOptions } from '../../execution/executor';
import { OrderedScheduler } from '../../execution/ordered-scheduler';
import { createScript, type Script, toScriptFiles } from '../../execution/script';
import type { Google } from '../../google/google';
import { readCode } from '../../runtime';
import { createServices } from '../../services';
import type { Spreadsheets } from '../../spreadsheet/spreadsheets';
import { openStore, type Store } from '../../store';
import { startGoogle } from './google-server';
import { readFile } from './serve';

export const START = Date.UTC(2026, 10, 21, 9, 0, 0);

/** A script of a test's own: each snippet is the body of one execution on the local runtime. */
export interface Realm {
  runtime: Executor;
  scheduler: OrderedScheduler;
  /** The mailbox and the files that the script's account has. */
  google: Google;
  /** What the services stand on: triggers, quotas, granted scopes, sent mail. */
  services: ServiceContext;
  /** The spreadsheets as their owner has them. */
  spreadsheets: Spreadsheets;
  /** Runs the function in a fresh realm and answers what it returned; throws what it threw. */
  run<A extends unknown[], R>(snippet: (...args: A) => R, ...args: A): Promise<R>;
  /** Runs several in one execution, which is much cheaper: what each returned, or `Error: why` of one that threw. */
  runAll(...steps: readonly Step[]): Promise<unknown[]>;
  /** Does so as somebody else, or in another place. */
  runAllAs(options: RunOptions, ...steps: readonly Step[]): Promise<unknown[]>;
  /** Runs a snippet for each of these in one execution. */
  runEach<A extends unknown[], R>(snippet: (...args: A) => R, each: readonly A[]): Promise<unknown[]>;
  /** Answers the whole execution, with its ledger. */
  execute<A extends unknown[]>(
    snippet: (...args: A) => unknown,
    args?: A,
    options?: RunOptions,
  ): Promise<Execution>;
  close(): Promise<void>;
}

/** Has a snippet and what it is given. */
export type Step = readonly [snippet: (...args: never[]) => unknown, ...args: unknown[]];

/** What executions run on, read once. */
export const CODE = readCode(readFile);

export interface RealmOptions {
  /** The manifest's scopes, by their last part or whole; those that the services need unless said, null for no list. */
  scopes?: string[] | null;
  /** The script's HTML files, by name. */
  pages?: Record<string, string>;
  /** What an earlier realm left behind, and the number of its last execution, from which chance goes on. */
  store?: Store;
  lastId?: number;
  now?: number;
  /** Where Google behaves otherwise. */
  doubts?: Doubts;
}

export function startRealm({
  scopes = SCOPES,
  pages = {},
  store = openStore(':memory:'),
  lastId = 0,
  now = START,
  doubts = usualDoubts(),
}: RealmOptions = {}): Realm {
  const scheduler = new OrderedScheduler(now);
  const { google, account, close } = startGoogle(store, () => scheduler.now());
  const context = createContext({ store, scheduler, google: account, webAppUrl, doubts });
  const runtime = new Executor({
    services: createServices(context),
    scheduler,
    virtual: true,
    code: CODE,
    lastId,
    rewording: context.rewording,
  });
  context.triggers.connect(runtime);
  const manifest = JSON.stringify({ ...MANIFEST, oauthScopes: scopes?.map(toScope) });

  /** Snippets of one realm share the script (its properties, locks, sheet) but not the code. */
  const execute: Realm['execute'] = (snippet, args, options) => executeCode(toCode(snippet), args, options);

  const executeCode = (code: string, args?: readonly unknown[], options?: RunOptions) => {
    const files = toScriptFiles({ 'appsscript.json': manifest, 'Code.js': code, ...pages });
    return runtime.run(
      createScript('test', () => files),
      'main',
      args ?? [],
      options,
    );
  };

  const runAllAs: Realm['runAllAs'] = async (options, ...steps) => {
    const snippets = [...new Set(steps.map(([snippet]) => String(snippet)))];
    const given = steps.map(([snippet, ...args]) => [snippets.indexOf(String(snippet)), args]);
    return (await runCode(toStepper(snippets), [given], options)) as unknown[];
  };

  const runCode = async (code: string, args: readonly unknown[], options?: RunOptions) => {
    const { error, returned } = await executeCode(code, args, options);
    if (error) throw Object.assign(new Error(error.message), { name: error.name });
    return returned?.kind === 'value' && returned.json !== undefined ? JSON.parse(returned.json) : undefined;
  };

  return {
    runtime,
    scheduler,
    google,
    services: context,
    spreadsheets: context.spreadsheets,
    execute,
    runAllAs,
    runAll: (...steps) => runAllAs({}, ...steps),
    runEach: (snippet, each) => runAllAs({}, ...each.map((args): Step => [snippet, ...args])),
    run: (snippet, ...args) => runCode(toCode(snippet), args),
    async close() {
      await runtime.close();
      close();
    },
  };
}

function toCode(snippet: Step[0]): string {
  return `function main(...args) { return (${snippet})(...args); }`;
}

/** Of an error the next step hears nothing. */
function toStepper(snippets: readonly string[]): string {
  return `function main(steps) {
    const snippets = [${snippets.map((snippet) => `(${snippet})`)}];
    return steps.map(([at, args]) => {
      try {
        return snippets[at](...args);
      } catch (error) {
        return String(error);
      }
    });
  }`;
}

const SCOPES = [
  'gmail.readonly',
  'spreadsheets.currentonly',
  'drive.file',
  'script.scriptapp',
  'script.send_mail',
  'script.external_request',
];

const MANIFEST = {
  timeZone: 'Etc/UTC',
  webapp: { access: 'ANYONE_ANONYMOUS', executeAs: 'USER_DEPLOYING' },
  dependencies: {
    enabledAdvancedServices: [
      { userSymbol: 'Gmail', serviceId: 'gmail', version: 'v1' },
      { userSymbol: 'Drive', serviceId: 'drive', version: 'v3' },
    ],
  },
};

function webAppUrl({ deploymentId }: Script): string {
  return `http://127.0.0.1/macros/s/${deploymentId}/exec`;
}
