import type { Clasp } from './clasp';
import type { Choices, Code } from './code';
import { DeployError } from './deploy-error';
import type { Project } from './project';
import { readStanding, type Standing } from './standing';

export interface Job {
  title: string;
  project: Project;
  code: Code;
  choices: Choices;
  /** Of this project. */
  release: string;
  dryRun: boolean;
  say(line: string): void;
}

interface Step {
  says(standing: Standing): string;
  isDone(standing: Standing): boolean;
  take(clasp: Clasp, job: Job, standing: Standing): Promise<Partial<Standing>>;
}

/** Each leaves behind what the next run finds, so that a run that was cut off goes on where it stood. */
const STEPS: readonly Step[] = [
  {
    says: () => 'make the sheet and its script',
    isDone: ({ hasScript }) => hasScript,
    async take(clasp, { project, title }) {
      await clasp.create(project, title);
      return { hasScript: true };
    },
  },
  {
    says: () => 'push the code',
    isDone: () => false,
    async take(clasp, { project, code, choices }) {
      project.stage(code, choices);
      await clasp.push(project);
      return {};
    },
  },
  {
    says({ description, versionNumber, deploymentId }) {
      const kept = versionNumber === undefined ? `keep it as the version "${description}", then ` : '';
      return (
        kept + (deploymentId === undefined ? 'deploy that version' : 'move the deployment to that version')
      );
    },
    isDone: ({ isServed }) => isServed,
    async take(clasp, { project }, standing) {
      const deploymentId = await clasp.deploy(project, standing);
      const made = standing.versionNumber === undefined ? 1 : 0;
      return { deploymentId, isServed: true, versions: standing.versions + made };
    },
  },
];

/** Google's limit of versions a script; the oldest are deleted by hand. */
const MOST_VERSIONS = 200;
const MANY_VERSIONS = 190;

/** Brings one script up to date, or only says how. @throws DeployError where it cannot go on */
export async function deployScript(clasp: Clasp, job: Job): Promise<Standing> {
  let standing = await readStanding(clasp, job);
  assertRoom(standing, job);
  for (const step of STEPS.filter(({ isDone }) => !isDone(standing))) {
    job.say(`${job.title}: ${job.dryRun ? 'would ' : ''}${step.says(standing)}`);
    if (!job.dryRun) standing = { ...standing, ...(await step.take(clasp, job, standing)) };
  }
  if (standing.versions >= MANY_VERSIONS) job.say(`${job.title}: ${tooMany(standing, job)}`);
  return standing;
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
