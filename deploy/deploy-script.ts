import type { Clasp } from './clasp';
import { type Choices, type Code, hasPlaceForAddress } from './code';
import { DeployError } from './deploy-error';
import { tryPatiently } from './patience';
import type { Project } from './project';
import { aim, readStanding, type Standing } from './standing';

export interface Job {
  title: string;
  project: Project;
  /** As it was built, which may not know its address yet. */
  code: Code;
  choices: Choices;
  /** Of this project. */
  release: string;
  dryRun: boolean;
  patienceMs: number;
  say(line: string): void;
}

interface Step {
  says(standing: Standing): string;
  isDone(standing: Standing): boolean;
  take(clasp: Clasp, job: Job, standing: Standing): Promise<Partial<Standing>>;
}

const PUSH: Step = {
  says: () => 'push the code',
  isDone: () => false,
  async take(clasp, { project, choices }, { code }) {
    project.stage(code, choices);
    await clasp.push(project);
    return {};
  },
};

/** Each leaves behind what the next run finds, so that a run that was cut off goes on where it stood. */
const STEPS: readonly Step[] = [
  {
    says: () => 'make the sheet and its script',
    isDone: ({ hasScript }) => hasScript,
    async take(clasp, job) {
      await createScript(clasp, job);
      return { hasScript: true };
    },
  },
  PUSH,
  {
    says({ description, versionNumber, deploymentId }) {
      const kept = versionNumber === undefined ? `keep it as the version "${description}", then ` : '';
      return (
        kept + (deploymentId === undefined ? 'deploy that version' : 'move the deployment to that version')
      );
    },
    isDone: ({ isServed }) => isServed,
    take: moveDeployment,
  },
];

/** A deployment has no address before it is made, and a version cannot be changed: so there is a second one. */
const TELL_ADDRESS: readonly Step[] = [
  { ...PUSH, says: () => 'push the code again, which knows its address now' },
  {
    says: () => 'move the deployment to a version with the address',
    isDone: ({ isServed }) => isServed,
    take: moveDeployment,
  },
];

/** Google's limit of versions a script; the oldest are deleted by hand. */
const MOST_VERSIONS = 200;
const MANY_VERSIONS = 190;

/** Brings one script up to date, or only says how. @throws DeployError where it cannot go on */
export async function deployScript(clasp: Clasp, job: Job): Promise<Standing> {
  const before = await readStanding(clasp, job);
  assertRoom(before, job);
  let standing = await takeSteps(clasp, job, STEPS, before);
  if (hasPlaceForAddress(standing.code)) {
    const addressed = aim(job, standing.deploymentId);
    const unknown = { ...standing, ...addressed, versionNumber: undefined, isServed: false };
    standing = await takeSteps(clasp, job, TELL_ADDRESS, unknown);
  }
  if (standing.versions >= MANY_VERSIONS) job.say(`${job.title}: ${tooMany(standing, job)}`);
  return standing;
}

async function takeSteps(
  clasp: Clasp,
  job: Job,
  steps: readonly Step[],
  before: Standing,
): Promise<Standing> {
  let standing = before;
  for (const step of steps) {
    if (step.isDone(standing)) continue;
    job.say(`${job.title}: ${job.dryRun ? 'would ' : ''}${step.says(standing)}`);
    if (!job.dryRun) standing = { ...standing, ...(await step.take(clasp, job, standing)) };
  }
  return standing;
}

async function moveDeployment(
  clasp: Clasp,
  { project }: Job,
  standing: Standing,
): Promise<Partial<Standing>> {
  const deploymentId = await clasp.deploy(project, standing);
  const made = standing.versionNumber === undefined ? 1 : 0;
  return { deploymentId, isServed: true, versions: standing.versions + made };
}

/**
 * Google may refuse a script for a sheet that it has made a moment ago (google/clasp#1017): it is asked again for that
 * sheet, and no second one is made.
 */
async function createScript(clasp: Clasp, { project, title, patienceMs }: Job): Promise<void> {
  const refusal = await tryPatiently(
    patienceMs,
    () => clasp.create(project, title).then(() => undefined, toDeployError),
    (error) => error === undefined || !isRefused(error, project),
  );
  if (refusal === undefined) return;
  throw isRefused(refusal, project) ? new DeployError('unbound', refusal.message) : refusal;
}

function isRefused({ why }: DeployError, project: Project): boolean {
  const { parentId, scriptId } = project.readIds();
  const hasSheetAlone = parentId !== undefined && scriptId === undefined;
  return hasSheetAlone && (why === 'gone' || why === 'server' || why === 'other');
}

function toDeployError(error: unknown): DeployError {
  if (error instanceof DeployError) return error;
  throw error;
}

function assertRoom(standing: Standing, job: Job): void {
  if (standing.versionNumber === undefined && standing.versions >= MOST_VERSIONS)
    throw new DeployError('full', tooMany(standing, job));
}

function tooMany({ versions }: Standing, { project }: Job): string {
  const { scriptId } = project.readIds();
  return [
    `the script has ${versions} versions, and Google keeps ${MOST_VERSIONS} at most.`,
    `Open https://script.google.com/d/${scriptId}/edit, then Project History, and delete old ones.`,
  ].join(' ');
}
