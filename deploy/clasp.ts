import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import { causeOf, DeployError } from './deploy-error';
import type { Ids, Project } from './project';

const ACCOUNT = v.object({ loggedIn: v.boolean(), email: v.optional(v.string()) });
const VERSION = v.object({ versionNumber: v.number(), description: v.optional(v.string(), '') });
/** Without a version it is the one that follows the newest code, which every script has. */
const DEPLOYMENT = v.object({
  deploymentId: v.string(),
  versionNumber: v.optional(v.number()),
  description: v.optional(v.string(), ''),
});

export type Account = v.InferOutput<typeof ACCOUNT>;
export type Version = v.InferOutput<typeof VERSION>;
export type Deployment = v.InferOutput<typeof DEPLOYMENT>;

interface Printed {
  out: string;
  error: string;
  isDone: boolean;
}

/** The unmodified clasp, one process a command. */
export class Clasp {
  private readonly root: string;
  private readonly global: readonly string[];

  constructor(root: string, user: string | undefined) {
    this.root = root;
    this.global = user === undefined ? [] : ['--user', user];
  }

  async account(): Promise<Account> {
    return v.parse(ACCOUNT, JSON.parse(await this.run(['show-authorized-user', '--json'])));
  }

  async versions(file: string): Promise<Version[]> {
    return v.parse(v.array(VERSION), JSON.parse(await this.run(['list-versions', '--json', '-P', file])));
  }

  async deployments({ file }: Project): Promise<Deployment[]> {
    return v.parse(
      v.array(DEPLOYMENT),
      JSON.parse(await this.run(['list-deployments', '--json', '-P', file])),
    );
  }

  /** Makes the sheet and its script, or for a sheet that is there the script alone. */
  async create(project: Project, title: string): Promise<void> {
    const before = project.readIds();
    project.writeIds(before);
    const kind = before.parentId === undefined ? ['--type', 'sheets'] : ['--parentId', before.parentId];
    const named = [
      'create-script',
      ...kind,
      '--title',
      title,
      '--rootDir',
      project.rootDir,
      '-P',
      project.file,
    ];
    // Only what it says to those who debug it tells which sheet it has made when the script then fails.
    const printed = await this.start(named, { DEBUG: 'clasp:core' });
    project.writeIds({ ...before, ...idsIn(printed.error) });
    if (!printed.isDone) throw toError(named, lastLine(printed.error));
  }

  /** Forced, since a changed manifest is otherwise left out in silence. */
  async push({ file }: Project): Promise<void> {
    await this.run(['push', '--force', '-P', file]);
  }

  async createVersion({ file }: Project, description: string): Promise<number> {
    const out = await this.run(['create-version', description, '--json', '-P', file]);
    return v.parse(v.object({ versionNumber: v.number() }), JSON.parse(out)).versionNumber;
  }

  /** Its id; a deployment that is there keeps its address. */
  async deploy(
    { file }: Project,
    { versionNumber, description }: Version,
    deploymentId: string | undefined,
  ): Promise<string> {
    const command = deploymentId === undefined ? ['create-deployment'] : ['update-deployment', deploymentId];
    const chosen = ['-V', String(versionNumber), '-d', description];
    const out = await this.run([...command, ...chosen, '--json', '-P', file]);
    return v.parse(v.object({ deploymentId: v.string() }), JSON.parse(out)).deploymentId;
  }

  private async run(command: readonly string[]): Promise<string> {
    const { out, error, isDone } = await this.start(command);
    if (!isDone) throw toError(command, error.trim());
    return out;
  }

  private start(command: readonly string[], env: Record<string, string> = {}): Promise<Printed> {
    const clasp = createRequire(path.join(this.root, 'package.json')).resolve('@google/clasp');
    const options = { cwd: this.root, env: { ...process.env, ...env }, maxBuffer: 64_000_000 };
    return new Promise((resolve) =>
      execFile(process.execPath, [clasp, ...command, ...this.global], options, (failure, out, error) =>
        resolve({ out, error, isDone: failure === null }),
      ),
    );
  }
}

function idsIn(debugged: string): Ids {
  const [parentId, scriptId] = ['container', 'script'].map(
    (made) => new RegExp(`Created ${made} ([\\w-]+)`).exec(debugged)?.[1],
  );
  return { ...(parentId && { parentId }), ...(scriptId && { scriptId }) };
}

function lastLine(text: string): string {
  return text.trim().split('\n').pop() ?? '';
}

function toError([name]: readonly string[], printed: string): DeployError {
  return new DeployError(causeOf(printed), `clasp ${name}: ${printed}`);
}
