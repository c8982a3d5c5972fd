import { howToDeleteVersions } from './advice';
import type { Clasp } from './clasp';
import { type Choices, type Code, hasUrlPlaceholder } from './code';
import { DeployError } from './deploy-error';
import { type DeploymentState, readState, toTarget } from './deployment-state';
import type { Project } from './project';
import { retry } from './retry';

export interface Job {
  title: string;
  project: Project;
  /** Code as built, without its URL. */
  code: Code;
  choices: Choices;
  /** The version of this project. */
  release: string;
  dryRun: boolean;
  patienceMs: number;
  log(line: string): void;
}

interface Step {
  describe(state: DeploymentState): string;
  isDone(state: DeploymentState): boolean;
  run(clasp: Clasp, job: Job, state: DeploymentState): Promise<Partial<DeploymentState>>;
}

const PUSH: Step = {
  describe: () => 'push the code',
  isDone: () => false,
  async run(clasp, { project, choices }, { code }) {
    project.stage(code, choices);
    await clasp.push(project);
    return {};
  },
};

/** The result of each step is visible to the next run, which so continues where an interrupted one stopped. */
const STEPS: readonly Step[] = [
  {
    describe: () => 'make the sheet and its script',
    isDone: ({ hasScript }) => hasScript,
    async run(clasp, job) {
      await createScript(clasp, job);
      return { hasScript: true };
    },
  },
  PUSH,
  {
    describe({ description, versionNumber, deploymentId }) {
      const save = versionNumber === undefined ? `save it as version "${description}", then ` : '';
      return (
        save + (deploymentId === undefined ? 'deploy that version' : 'move the deployment to that version')
      );
    },
    isDone: ({ isServed }) => isServed,
    run: moveDeployment,
  },
];

/** The URL is not known before the first deployment, and a version cannot be changed, so this makes a second one. */
const URL_STEPS: readonly Step[] = [
  { ...PUSH, describe: () => 'push the code again, with its URL' },
  {
    describe: () => 'move the deployment to a version with the URL',
    isDone: ({ isServed }) => isServed,
    run: moveDeployment,
  },
];

/** Google's limit per script. Old versions can only be deleted by hand. */
const MAX_VERSIONS = 200;
const WARN_AT_VERSIONS = 190;

/** Deploys one script or updates it; with `dryRun` it only prints the steps. @throws DeployError */
export async function deployScript(clasp: Clasp, job: Job): Promise<DeploymentState> {
  const before = await readState(clasp, job);
  assertVersionsLeft(before);
  let state = await runSteps(clasp, job, STEPS, before);
  if (hasUrlPlaceholder(state.code)) {
    const target = toTarget(job, state.deploymentId);
    const withoutUrl = { ...state, ...target, versionNumber: undefined, isServed: false };
    state = await runSteps(clasp, job, URL_STEPS, withoutUrl);
  }
  if (state.versions >= WARN_AT_VERSIONS)
    job.log(`${job.title}: ${describeVersions(state)} ${howToDeleteVersions(job.project.readIds())}`);
  return state;
}

/** Makes the sheet and its script if they are missing, and pushes the code: for a script that is not deployed. */
export async function pushScript(
  clasp: Clasp,
  job: Pick<Job, 'project' | 'title' | 'code' | 'choices' | 'patienceMs'>,
): Promise<void> {
  const { project, code, choices } = job;
  if (project.readIds().scriptId === undefined) await createScript(clasp, job);
  project.stage(code, choices);
  await clasp.push(project);
}

async function runSteps(
  clasp: Clasp,
  job: Job,
  steps: readonly Step[],
  before: DeploymentState,
): Promise<DeploymentState> {
  let state = before;
  for (const step of steps) {
    if (step.isDone(state)) continue;
    job.log(`${job.title}: ${job.dryRun ? 'would ' : ''}${step.describe(state)}`);
    if (!job.dryRun) state = { ...state, ...(await step.run(clasp, job, state)) };
  }
  return state;
}

async function moveDeployment(
  clasp: Clasp,
  { project }: Job,
  state: DeploymentState,
): Promise<Partial<DeploymentState>> {
  const deploymentId = await clasp.deploy(project, state);
  const isNewVersion = state.versionNumber === undefined;
  return { deploymentId, isServed: true, versions: state.versions + (isNewVersion ? 1 : 0) };
}

/** Google may refuse a script for a sheet that it has just made (google/clasp#1017), so this retries for that sheet. */
async function createScript(
  clasp: Clasp,
  { project, title, patienceMs }: Pick<Job, 'project' | 'title' | 'patienceMs'>,
): Promise<void> {
  const error = await retry(
    patienceMs,
    () => clasp.create(project, title).then(() => undefined, toDeployError),
    (failure) => failure === undefined || !isScriptRefused(failure, project),
  );
  if (error === undefined) return;
  throw isScriptRefused(error, project) ? new DeployError('unbound', error.message) : error;
}

function isScriptRefused({ kind }: DeployError, project: Project): boolean {
  const { parentId, scriptId } = project.readIds();
  const hasOnlySheet = parentId !== undefined && scriptId === undefined;
  return hasOnlySheet && (kind === 'gone' || kind === 'server' || kind === 'other');
}

function toDeployError(error: unknown): DeployError {
  if (error instanceof DeployError) return error;
  throw error;
}

function assertVersionsLeft(state: DeploymentState): void {
  if (state.versionNumber === undefined && state.versions >= MAX_VERSIONS)
    throw new DeployError('full', describeVersions(state));
}

function describeVersions({ versions }: DeploymentState): string {
  return `the script has ${versions} of at most ${MAX_VERSIONS} versions.`;
}
