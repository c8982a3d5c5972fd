import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { FreeScheduler } from './execution/scheduler';
import { createScript, listFunctions, type Script } from './execution/script';
import { reservePort } from './listen';
import { readPushed } from './pushed-files';
import { createRuntime, type Runtime, type RuntimeFile } from './runtime';
import { createApp } from './server/app';
import { guard } from './server/guard';
import { openStore } from './store';

export interface ProjectOptions {
  /**
   * The folder that clasp pushes: the one with `appsscript.json`, the `.js` or `.gs` files and the `.html` files, or the one with
   * the `.clasp.json` that names it.
   */
  folder: string;
  /** The port of the web app and the inspector; a free one by default. */
  port?: number;
  /** The file that keeps sheets, mail, files and properties; in memory by default. */
  store?: string;
  /** The owner's address; `owner@example.com` by default. */
  owner?: string;
}

/** A script project at work on this machine. */
export interface Project {
  /** The URL of the inspector: sheets, mail, executions. */
  home: string;
  /** The address of the web app. */
  webApp: string;
  /** Names of the functions that it found: those at the top level of the files. */
  functions: string[];
  /** Runs a function of the project and returns what it returned, as JSON has it; throws what it threw. */
  run(name: string, ...args: unknown[]): Promise<unknown>;
  /** The rows below the header of a tab of the project's spreadsheet, keyed by the header. */
  rows(tab: string): Record<string, unknown>[];
  /** Everything else: executions with their calls, triggers, mail, files. */
  runtime: Runtime<{ project: Script }>;
  close(): Promise<void>;
}

/** Runs the project of a folder, which is read anew for every execution. @throws Error if there is none */
export async function startProject({
  folder,
  port = 0,
  store: file = ':memory:',
  owner,
}: ProjectOptions): Promise<Project> {
  readPushed(folder);
  const server = await reservePort(port);
  const home = `http://localhost:${server.port}`;
  const store = openStore(file);
  const runtime = createRuntime({
    scripts: { project: createScript('project', () => readPushed(folder)) },
    store,
    scheduler: new FreeScheduler(),
    readFile: readBuilt,
    home,
    token: randomUUID(),
    ...(owner !== undefined && { address: owner }),
  });
  const app = new Hono().use(guard(home)).route('/', createApp(runtime));
  server.serve((request) => app.fetch(request));
  const { project } = runtime.scripts;
  return {
    home,
    webApp: runtime.urls.project,
    functions: listFunctions(project),
    runtime,
    async run(name, ...args) {
      const { error, returned } = await runtime.run(project, name, args);
      if (error) throw Object.assign(new Error(error.message), { name: error.name, stack: error.stack });
      if (returned?.kind === 'unsupported')
        throw new Error(`${returned.what} as the result of ${name} is not emulated here.`);
      if (returned && 'content' in returned) return returned.content;
      return returned?.kind === 'value' && returned.json !== undefined
        ? JSON.parse(returned.json)
        : undefined;
    },
    rows: (tab) => runtime.services.spreadsheets.rows(project.spreadsheetId, tab),
    async close() {
      await server.close();
      await runtime.close();
      store.close();
    },
  };
}

/** The files that the build leaves beside this one. */
function readBuilt(name: RuntimeFile): string {
  return readFileSync(path.join(__dirname, name), 'utf8');
}
