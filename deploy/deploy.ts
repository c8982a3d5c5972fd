import { readFileSync } from 'node:fs';
import path from 'node:path';
import { assertApiOn, findAccount, type Terminal } from './account';
import type { ErrorKind } from './advice';
import { report } from './check-deployment';
import { Clasp } from './clasp';
import { type Choices, findVersion, readCode } from './code';
import { DeployError, describeError } from './deploy-error';
import { deployScript } from './deploy-script';
import { assertNotDeployedBefore, recordDeployment } from './deployment-record';
import { webAppUrl } from './deployment-state';
import { withLock } from './lock';
import type { Options } from './options';
import { type Ids, Project } from './project';
import { SCRIPTS, type ScriptName } from './scripts';

interface Run {
  terminal: Terminal;
  root: string;
  options: Options;
  clasp: Clasp;
  email: string | undefined;
}

/** Errors of one script: the other one is deployed nevertheless. */
const SCRIPT_ERRORS: readonly ErrorKind[] = ['gone', 'unbound', 'full', 'known', 'wrong'];

/** Deploys the scripts that the options name. Returns whether all of them work. @throws DeployError while another process deploys */
export function deploy(root: string, options: Options, terminal: Terminal): Promise<boolean> {
  const clasp = new Clasp(root, options.user);
  const run: Run = { terminal, root, options, clasp, email: undefined };
  const work = async () => {
    const names = options.names.filter((name) => hasValidFiles(run, name));
    const areAllValid = names.length === options.names.length;
    return (await deployAll({ ...run, options: { ...options, names } })) && areAllValid;
  };
  return options.dryRun ? work() : withLock(path.resolve(options.state), work);
}

/** Checked before anything is asked of Google. */
function hasValidFiles(run: Run, name: ScriptName): boolean {
  try {
    const project = projectOf(run.options, name);
    project.readIds();
    project.readChoices();
    return true;
  } catch (error) {
    return fail(run, name, error);
  }
}

async function deployAll(run: Run): Promise<boolean> {
  const { names } = run.options;
  const [first] = names;
  if (first === undefined) return true;
  try {
    run.email = await findAccount(run.clasp, run.terminal);
    const isFirst = names.some((name) => isEmpty(projectOf(run.options, name).readIds()));
    if (isFirst) await assertApiOn(run.clasp, run.root);
  } catch (error) {
    return fail(run, first, error);
  }
  return deployEach(run, names);
}

async function deployEach(run: Run, names: readonly ScriptName[]): Promise<boolean> {
  let isSuccess = true;
  for (const name of names) {
    try {
      await deployOne(run, name);
    } catch (error) {
      isSuccess = fail(run, name, error);
      if (!(error instanceof DeployError && SCRIPT_ERRORS.includes(error.kind))) return false;
    }
  }
  return isSuccess;
}

async function deployOne(run: Run, name: ScriptName): Promise<void> {
  const { root, options, clasp, email, terminal } = run;
  const project = projectOf(options, name);
  if (!options.makeNew && isEmpty(project.readIds())) assertNotDeployedBefore(name, email, project.file);
  const { title } = SCRIPTS[name];
  const choices = choicesFor(name, options, project.readChoices());
  const { deploymentId, code } = await deployScript(clasp, {
    title,
    project,
    choices,
    code: readCode(path.join(root, 'dist', name), choices),
    release: releaseOf(root),
    dryRun: options.dryRun,
    patienceMs: options.patienceMs,
    log: terminal.log,
  });
  if (options.dryRun || deploymentId === undefined) return;
  const ids = project.readIds();
  const { scriptId, parentId } = ids;
  if (scriptId) recordDeployment({ name, account: email, scriptId, parentId, file: project.file });
  const deployed = { url: webAppUrl(deploymentId), ids, version: findVersion(code) };
  await report(name, deployed, { log: terminal.log, patienceMs: options.patienceMs, email });
}

function choicesFor(name: ScriptName, { alerts, wideSheets }: Options, before: Choices): Choices {
  return { alerts: alerts ?? before.alerts, wideSheets: wideSheets[name] ?? before.wideSheets };
}

function fail({ options, email, terminal }: Run, name: ScriptName, error: unknown): false {
  if (!(error instanceof DeployError)) throw error;
  const project = projectOf(options, name);
  const { title } = SCRIPTS[name];
  const ids = readIdsIfAny(project) ?? {};
  const advice = describeError(error, {
    user: options.user,
    email,
    title,
    ids,
    file: project.file,
    forNew: 'the same command with --new',
  });
  const status = error.kind === 'wrong' ? 'deployed, but it does not work' : 'stopped';
  terminal.error(`${title}: ${status}. ${advice}`);
  return false;
}

function projectOf({ state }: Options, name: ScriptName): Project {
  return new Project(path.resolve(state, name));
}

/** Undefined if the file is invalid. */
function readIdsIfAny(project: Project): Ids | undefined {
  try {
    return project.readIds();
  } catch (error) {
    if (error instanceof DeployError) return undefined;
    throw error;
  }
}

function isEmpty({ scriptId, parentId }: Ids): boolean {
  return scriptId === undefined && parentId === undefined;
}

function releaseOf(root: string): string {
  return (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
