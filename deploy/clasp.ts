import * as v from 'valibot';
import { causeOf, DeployError } from './deploy-error';
import type { Ids, Project } from './project';
import { type Printed, runClasp } from './run-clasp';

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

interface Wanted {
  /** Of the deployment, and of a version that is made for it. */
  description: string;
  versionNumber: number | undefined;
  deploymentId: string | undefined;
}

/** What clasp is asked for, and what it answers. */
export class Clasp {
  private readonly root: string;
  private readonly global: readonly string[];

  constructor(root: string, user: string | undefined) {
    this.root = root;
    this.global = user === undefined ? [] : ['--user', user];
  }

  account(): Promise<Account> {
    return this.ask(ACCOUNT, ['show-authorized-user', '--json']);
  }

  versions({ file }: Pick<Project, 'file'>): Promise<Version[]> {
    return this.ask(v.array(VERSION), ['list-versions', '--json', '-P', file]);
  }

  deployments({ file }: Project): Promise<Deployment[]> {
    return this.ask(v.array(DEPLOYMENT), ['list-deployments', '--json', '-P', file]);
  }

  /** Makes the sheet and its script, or for a sheet that is there the script alone. */
  async create(project: Project, title: string): Promise<void> {
    const before = project.readIds();
    project.writeIds(before);
    const kind = before.parentId === undefined ? ['--type', 'sheets'] : ['--parentId', before.parentId];
    const place = ['--rootDir', project.rootDir, '-P', project.file];
    const command = ['create-script', ...kind, '--title', title, ...place];
    // Only what it says to those who debug it tells which sheet it has made; kept at once, whoever ends it after that.
    const env = { DEBUG: 'clasp:core' };
    let ids = before;
    const heed = (error: string) => {
      const found = { ...before, ...idsIn(error) };
      if (JSON.stringify(found) !== JSON.stringify(ids)) project.writeIds(found);
      ids = found;
    };
    const printed = await runClasp(this.root, [...command, ...this.global], { env, heed });
    project.writeIds(ids);
    const error = lastLine(printed.error);
    if (!printed.isDone || ids.scriptId === undefined) throw toError(command, { ...printed, error });
  }

  /** Forced, since a changed manifest is otherwise left out in silence. Answers which files were sent. */
  push({ file }: Project): Promise<string[]> {
    return this.ask(v.array(v.string()), ['push', '--force', '--json', '-P', file]);
  }

  /** Its id; a deployment that is there keeps its address. Where no version is named, clasp makes one first. */
  async deploy({ file }: Project, { description, versionNumber, deploymentId }: Wanted): Promise<string> {
    const command = deploymentId === undefined ? ['create-deployment'] : ['update-deployment', deploymentId];
    const version = versionNumber === undefined ? [] : ['-V', String(versionNumber)];
    const deployed = await this.ask(v.object({ deploymentId: v.string() }), [
      ...command,
      ...version,
      ...['-d', description, '--json', '-P', file],
    ]);
    return deployed.deploymentId;
  }

  /** Of some failures clasp tells nothing but by what it does not print: its exit code is 0. */
  private async ask<T extends v.GenericSchema>(
    schema: T,
    command: readonly string[],
  ): Promise<v.InferOutput<T>> {
    const printed = await runClasp(this.root, [...command, ...this.global]);
    const { success, output } = v.safeParse(schema, printed.isDone ? parse(printed.out) : undefined);
    if (!success) throw toError(command, printed);
    return output;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function idsIn(debugged: string): Ids {
  const [parentId, scriptId] = ['container', 'script'].map(
    (made) => new RegExp(`Created ${made} ([\\w-]+)\\s`).exec(debugged)?.[1],
  );
  return { ...(parentId && { parentId }), ...(scriptId && { scriptId }) };
}

function lastLine(text: string): string {
  return text.trim().split('\n').pop() ?? '';
}

function toError([name]: readonly string[], { out, error }: Printed): DeployError {
  const printed = error.trim() || lastLine(out) || 'it said nothing, and did nothing.';
  return new DeployError(causeOf(printed), `clasp ${name} failed: ${printed}`);
}
