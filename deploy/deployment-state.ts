import type { Clasp, Deployment } from './clasp';
import { type Code, fingerprint, withUrl } from './code';
import type { Job } from './deploy-script';

/** Progress of a script's deployment, by Google and the project file. The next step depends on it alone. */
export interface DeploymentState {
  hasScript: boolean;
  /** The code to serve, with its URL as soon as there is one. */
  code: Code;
  /** Text on the version to serve and its deployment. It identifies the build. */
  description: string;
  /** The number of versions. */
  versions: number;
  /** The version with this build, if there is one. */
  versionNumber: number | undefined;
  deploymentId: string | undefined;
  /** True if the deployment serves this build. */
  isServed: boolean;
}

const PREFIX = 'sheetdesk ';

export async function readState(clasp: Clasp, job: Job): Promise<DeploymentState> {
  const hasScript = job.project.readIds().scriptId !== undefined;
  const versions = hasScript ? await clasp.versions(job.project) : [];
  const deployments = hasScript ? await clasp.deployments(job.project) : [];
  const deployment = findOurs(deployments);
  const target = toTarget(job, deployment?.deploymentId);
  const version = versions.find((one) => one.description === target.description);
  return {
    ...target,
    hasScript,
    versions: versions.length,
    versionNumber: version?.versionNumber,
    isServed: version !== undefined && deployment?.versionNumber === version.versionNumber,
  };
}

/** Prepares the code and the version that the deployment is to serve. */
export function toTarget({ code: built, release }: Job, deploymentId: string | undefined) {
  const code = deploymentId === undefined ? built : withUrl(built, webAppUrl(deploymentId));
  return { code, description: `${PREFIX}${release} ${fingerprint(code)}`, deploymentId };
}

export function webAppUrl(deploymentId: string): string {
  return `https://script.google.com/macros/s/${deploymentId}/exec`;
}

/** The one with our description, or the only one: its owner may have changed the description. */
function findOurs(deployments: readonly Deployment[]): Deployment | undefined {
  const versioned = deployments.filter(({ versionNumber }) => versionNumber !== undefined);
  const only = versioned.length === 1 ? versioned[0] : undefined;
  return versioned.find(({ description }) => description.startsWith(PREFIX)) ?? only;
}
