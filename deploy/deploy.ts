import { readFileSync } from 'node:fs';
import path from 'node:path';
import { explain } from './advice';
import { Clasp } from './clasp';
import { readCode } from './code';
import { DeployError } from './deploy-error';
import { deployScript } from './deploy-script';
import type { Options } from './options';
import { Project } from './project';
import { SCRIPTS, type ScriptName } from './scripts';

/** To the person at the terminal. */
export interface Voice {
  say(line: string): void;
  complain(line: string): void;
}

interface Run extends Voice {
  root: string;
  options: Options;
  clasp: Clasp;
  email: string | undefined;
}

/** Everything that was asked for. Answers whether all of it stands. */
export async function deploy(root: string, options: Options, voice: Voice): Promise<boolean> {
  const clasp = new Clasp(root, options.user);
  const run: Run = { ...voice, root, options, clasp, email: undefined };
  try {
    run.email = await findEmail(clasp);
    if (run.email !== undefined) run.say(`Logged in as ${run.email}.`);
    await assertApiOn(run);
  } catch (error) {
    return fail(run, options.names[0] ?? 'desk', error);
  }
  return deployAll(run);
}

/** A script that is gone does not hold up the other one; what stops one for another reason stops both. */
async function deployAll(run: Run): Promise<boolean> {
  let isWhole = true;
  for (const name of run.options.names) {
    try {
      await deployOne(run, name);
    } catch (error) {
      isWhole = fail(run, name, error);
      if (!(error instanceof DeployError && error.why === 'gone')) return false;
    }
  }
  return isWhole;
}

async function findEmail(clasp: Clasp): Promise<string | undefined> {
  const { loggedIn, email } = await clasp.account();
  if (!loggedIn) throw new DeployError('login', 'clasp knows no account.');
  return email;
}

/** Asks for a script that is not there, before anything is made: the answer tells whether the API is on. */
async function assertApiOn({ clasp, root, options }: Run): Promise<void> {
  if (options.names.every((name) => projectOf(options, name).readIds().scriptId !== undefined)) return;
  try {
    await clasp.versions({ file: path.join(root, '.clasp.json') });
  } catch (error) {
    const isAnswer = error instanceof DeployError && (error.why === 'gone' || error.why === 'other');
    if (!isAnswer) throw error;
  }
}

async function deployOne({ root, options, clasp, say }: Run, name: ScriptName): Promise<void> {
  const project = projectOf(options, name);
  const { title, address, left } = SCRIPTS[name];
  const choices = { alerts: options.alerts ?? project.readChoices().alerts };
  const { deploymentId } = await deployScript(clasp, {
    title,
    project,
    choices,
    code: readCode(path.join(root, 'dist', name), choices),
    release: releaseOf(root),
    dryRun: options.dryRun,
    say,
  });
  if (options.dryRun) return;
  say(`${title}: the sheet is https://docs.google.com/spreadsheets/d/${project.readIds().parentId}/edit`);
  say(`${title}: ${address} is https://script.google.com/macros/s/${deploymentId}/exec`);
  say(`${title}: what is left to you:`);
  for (const line of left) say(`  - ${line}`);
}

function fail({ options, email, complain }: Run, name: ScriptName, error: unknown): false {
  if (!(error instanceof DeployError)) throw error;
  const { title } = SCRIPTS[name];
  const project = projectOf(options, name);
  const hasSheet = project.readIds().parentId !== undefined;
  complain(`${title}: stopped. ${explain(error, { options, email, title, hasSheet, file: project.file })}`);
  return false;
}

function projectOf({ state }: Options, name: ScriptName): Project {
  return new Project(path.resolve(state, name));
}

function releaseOf(root: string): string {
  return (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
