import { readFileSync } from 'node:fs';
import path from 'node:path';
import { explain } from './advice';
import { Clasp } from './clasp';
import { type Choices, findVersion, readCode } from './code';
import { type Cause, DeployError } from './deploy-error';
import { deployScript } from './deploy-script';
import { assertFirst, rememberDeployed } from './deployed-before';
import { withLock } from './lock';
import type { Options } from './options';
import { type Ids, Project } from './project';
import { report } from './report';
import { SCRIPTS, type ScriptName } from './scripts';
import { addressOf } from './standing';

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

/** These concern one script, and the other one is deployed all the same. */
const OF_ONE_SCRIPT: readonly Cause[] = ['gone', 'unbound', 'full', 'known', 'wrong'];

/** Everything that was asked for. Answers whether all of it stands. @throws DeployError where another run is at it */
export function deploy(root: string, options: Options, voice: Voice): Promise<boolean> {
  const clasp = new Clasp(root, options.user);
  const run: Run = { ...voice, root, options, clasp, email: undefined };
  const work = async () => {
    const names = options.names.filter((name) => hasGoodFiles(run, name));
    const isWhole = names.length === options.names.length;
    return (await deployAll({ ...run, options: { ...options, names } })) && isWhole;
  };
  return options.dryRun ? work() : withLock(path.resolve(options.state), work);
}

/** Read before Google is asked anything. */
function hasGoodFiles(run: Run, name: ScriptName): boolean {
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
    run.email = await findEmail(run.clasp);
    run.say(run.email ? `Logged in as ${run.email}.` : 'Logged in; Google does not say as whom.');
    await assertApiOn(run);
  } catch (error) {
    return fail(run, first, error);
  }
  return deployEach(run, names);
}

async function deployEach(run: Run, names: readonly ScriptName[]): Promise<boolean> {
  let isWhole = true;
  for (const name of names) {
    try {
      await deployOne(run, name);
    } catch (error) {
      isWhole = fail(run, name, error);
      if (!(error instanceof DeployError && OF_ONE_SCRIPT.includes(error.why))) return false;
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
  const isFirst = options.names.some((name) => isEmpty(projectOf(options, name).readIds()));
  if (!isFirst) return;
  try {
    await clasp.versions({ file: path.join(root, '.clasp.json') });
  } catch (error) {
    const isAnswer = error instanceof DeployError && (error.why === 'gone' || error.why === 'other');
    if (!isAnswer) throw error;
  }
}

async function deployOne(run: Run, name: ScriptName): Promise<void> {
  const { root, options, clasp, email, say } = run;
  const project = projectOf(options, name);
  if (!options.makeNew && isEmpty(project.readIds())) assertFirst(name, email, project.file);
  const { title } = SCRIPTS[name];
  const choices = chooseFor(name, options, project.readChoices());
  const { deploymentId, code } = await deployScript(clasp, {
    title,
    project,
    choices,
    code: readCode(path.join(root, 'dist', name), choices),
    release: releaseOf(root),
    dryRun: options.dryRun,
    patienceMs: options.patienceMs,
    say,
  });
  if (options.dryRun || deploymentId === undefined) return;
  const ids = project.readIds();
  const { scriptId, parentId } = ids;
  if (scriptId) rememberDeployed({ name, account: email, scriptId, parentId, file: project.file });
  const deployed = { url: addressOf(deploymentId), ids, version: findVersion(code) };
  await report(name, deployed, { say, patienceMs: options.patienceMs });
}

function chooseFor(name: ScriptName, { alerts, wideSheets }: Options, before: Choices): Choices {
  return { alerts: alerts ?? before.alerts, wideSheets: wideSheets[name] ?? before.wideSheets };
}

function fail({ options, email, complain }: Run, name: ScriptName, error: unknown): false {
  if (!(error instanceof DeployError)) throw error;
  const project = projectOf(options, name);
  const { title } = SCRIPTS[name];
  const ids = readIdsIfAny(project) ?? {};
  const advice = explain(error, { user: options.user, email, title, ids, file: project.file });
  complain(`${title}: ${error.why === 'wrong' ? 'deployed, but not as it should be' : 'stopped'}. ${advice}`);
  return false;
}

function projectOf({ state }: Options, name: ScriptName): Project {
  return new Project(path.resolve(state, name));
}

/** Undefined where the file says what cannot be. */
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
