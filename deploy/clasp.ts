import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import { classifyError } from './advice';
import { DeployError } from './deploy-error';
import type { Ids, Project } from './project';

interface ClaspOutput {
  out: string;
  error: string;
  hasSucceeded: boolean;
}

interface RunOptions {
  env?: Record<string, string>;
  /** Called with all of standard error so far, whenever there is more of it. */
  onError?(error: string): void;
}

const ACCOUNT = v.object({ loggedIn: v.boolean(), email: v.optional(v.string()) });
const VERSION = v.object({ versionNumber: v.number(), description: v.optional(v.string(), '') });
/** Every script has one without a version: it serves the newest code. */
const DEPLOYMENT = v.object({
  deploymentId: v.string(),
  versionNumber: v.optional(v.number()),
  description: v.optional(v.string(), ''),
});

type Account = v.InferOutput<typeof ACCOUNT>;
type Version = v.InferOutput<typeof VERSION>;
export type Deployment = v.InferOutput<typeof DEPLOYMENT>;

interface DeploymentOptions {
  /** Text on the deployment, and on the version that is made for it. */
  description: string;
  versionNumber: number | undefined;
  deploymentId: string | undefined;
}

/** The commands of clasp that deploying needs. */
export class Clasp {
  private readonly root: string;
  private readonly userOption: readonly string[];

  constructor(root: string, user: string | undefined) {
    this.root = root;
    this.userOption = user === undefined ? [] : ['--user', user];
  }

  account(): Promise<Account> {
    return this.ask(ACCOUNT, ['show-authorized-user', '--json']);
  }

  /** Logs in, in the caller's terminal. @throws DeployError if nobody is logged in afterwards */
  async login(options: readonly string[]): Promise<void> {
    const command = ['login', ...options, ...this.userOption];
    const child = spawn(process.execPath, [findClasp(this.root), ...command], {
      stdio: ['inherit', 'inherit', 'pipe'],
    });
    let error = '';
    child.stderr.on('data', (chunk) => {
      error += chunk;
    });
    const [code] = await once(child, 'close');
    const { loggedIn } = await this.account();
    if (code !== 0 || !loggedIn) throw toError(command, { out: '', error, hasSucceeded: false });
  }

  versions({ file }: Pick<Project, 'file'>): Promise<Version[]> {
    return this.ask(v.array(VERSION), ['list-versions', '--json', '-P', file]);
  }

  deployments({ file }: Project): Promise<Deployment[]> {
    return this.ask(v.array(DEPLOYMENT), ['list-deployments', '--json', '-P', file]);
  }

  /** Makes the sheet and its script, or only the script if the sheet exists. */
  async create(project: Project, title: string): Promise<void> {
    const before = project.readIds();
    project.writeIds(before);
    const kind = before.parentId === undefined ? ['--type', 'sheets'] : ['--parentId', before.parentId];
    const place = ['--rootDir', project.rootDir, '-P', project.file];
    const command = ['create-script', ...kind, '--title', title, ...place];
    // The id of the new sheet is in clasp's debug output alone. It is saved at once, in case this process is killed.
    const env = { DEBUG: 'clasp:core' };
    let ids = before;
    const onError = (error: string) => {
      const found = { ...before, ...parseIds(error) };
      if (JSON.stringify(found) !== JSON.stringify(ids)) project.writeIds(found);
      ids = found;
    };
    const output = await runClasp(this.root, [...command, ...this.userOption], { env, onError });
    project.writeIds(ids);
    if (!output.hasSucceeded || ids.scriptId === undefined)
      throw toError(command, { ...output, error: lastLine(output.error) });
  }

  /** Returns the files that were pushed. Without `--force` clasp would silently leave out a changed manifest. */
  push({ file }: Project): Promise<string[]> {
    return this.ask(v.array(v.string()), ['push', '--force', '--json', '-P', file]);
  }

  /** Returns the deployment's id. An existing one keeps its URL. Without a version clasp makes one first. */
  async deploy(
    { file }: Project,
    { description, versionNumber, deploymentId }: DeploymentOptions,
  ): Promise<string> {
    const command = deploymentId === undefined ? ['create-deployment'] : ['update-deployment', deploymentId];
    const version = versionNumber === undefined ? [] : ['-V', String(versionNumber)];
    const deployed = await this.ask(v.object({ deploymentId: v.string() }), [
      ...command,
      ...version,
      ...['-d', description, '--json', '-P', file],
    ]);
    return deployed.deploymentId;
  }

  /** clasp exits with 0 after some failures, so only what it prints shows whether it has succeeded. */
  private async ask<T extends v.GenericSchema>(
    schema: T,
    command: readonly string[],
  ): Promise<v.InferOutput<T>> {
    const output = await runClasp(this.root, [...command, ...this.userOption]);
    const parsed = v.safeParse(schema, output.hasSucceeded ? parseJson(output.out) : undefined);
    if (!parsed.success) throw toError(command, output);
    return parsed.output;
  }
}

/** Runs one command of clasp in a process of its own. */
function runClasp(
  root: string,
  command: readonly string[],
  { env = {}, onError = () => {} }: RunOptions = {},
): Promise<ClaspOutput> {
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 64_000_000 };
  return new Promise((resolve) => {
    const { stderr } = execFile(
      process.execPath,
      [findClasp(root), ...command],
      options,
      (failure, out, error) => resolve({ out, error, hasSucceeded: failure === null }),
    );
    let error = '';
    stderr?.on('data', (chunk) => {
      error += chunk;
      onError(error);
    });
  });
}

function findClasp(root: string): string {
  return createRequire(path.join(root, 'package.json')).resolve('@google/clasp');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseIds(debugOutput: string): Ids {
  const [parentId, scriptId] = ['container', 'script'].map(
    (made) => new RegExp(`Created ${made} ([\\w-]+)\\s`).exec(debugOutput)?.[1],
  );
  return { ...(parentId && { parentId }), ...(scriptId && { scriptId }) };
}

function lastLine(text: string): string {
  return text.trim().split('\n').pop() ?? '';
}

function toError([name]: readonly string[], { out, error }: ClaspOutput): DeployError {
  const printed = error.trim() || lastLine(out) || 'no output.';
  return new DeployError(classifyError(printed), `clasp ${name} failed: ${printed}`);
}
