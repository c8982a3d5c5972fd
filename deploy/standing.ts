import type { Clasp, Deployment } from './clasp';
import { type Code, fingerprintOf, withAddress } from './code';
import type { Job } from './deploy-script';

/** How far a script has come, as Google and the project file tell: the next step follows from it alone. */
export interface Standing {
  hasScript: boolean;
  /** What is to be served: it knows its address as soon as there is one. */
  code: Code;
  /** Of the description of the version to be made, and of every deployment of ours. */
  description: string;
  /** How many there are. */
  versions: number;
  /** Holds this very build. */
  versionNumber: number | undefined;
  deploymentId: string | undefined;
  /** Serves this very build. */
  isServed: boolean;
}

const OURS = 'sheetdesk ';

export async function readStanding(clasp: Clasp, job: Job): Promise<Standing> {
  const hasScript = job.project.readIds().scriptId !== undefined;
  const versions = hasScript ? await clasp.versions(job.project) : [];
  const deployments = hasScript ? await clasp.deployments(job.project) : [];
  const deployment = findOurs(deployments);
  const target = aim(job, deployment?.deploymentId);
  const version = versions.find((one) => one.description === target.description);
  return {
    ...target,
    hasScript,
    versions: versions.length,
    versionNumber: version?.versionNumber,
    isServed: version !== undefined && deployment?.versionNumber === version.versionNumber,
  };
}

/** What is to be served by a deployment, and what it is called. */
export function aim({ code: built, release }: Job, deploymentId: string | undefined) {
  const code = deploymentId === undefined ? built : withAddress(built, addressOf(deploymentId));
  return { code, description: `${OURS}${release} ${fingerprintOf(code)}`, deploymentId };
}

export function addressOf(deploymentId: string): string {
  return `https://script.google.com/macros/s/${deploymentId}/exec`;
}

/** The one that says so; or the only one, whatever its owner has made of its description. */
function findOurs(deployments: readonly Deployment[]): Deployment | undefined {
  const versioned = deployments.filter(({ versionNumber }) => versionNumber !== undefined);
  const only = versioned.length === 1 ? versioned[0] : undefined;
  return versioned.find(({ description }) => description.startsWith(OURS)) ?? only;
}
