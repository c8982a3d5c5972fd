import type { Clasp, Deployment } from './clasp';
import { fingerprintOf } from './code';
import type { Job } from './deploy-script';

/** How far a script has come, as Google and the project file tell: the next step follows from it alone. */
export interface Standing {
  hasScript: boolean;
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

export async function readStanding(clasp: Clasp, { project, code, release }: Job): Promise<Standing> {
  const description = `${OURS}${release} ${fingerprintOf(code)}`;
  const hasScript = project.readIds().scriptId !== undefined;
  const versions = hasScript ? await clasp.versions(project) : [];
  const deployments = hasScript ? await clasp.deployments(project) : [];
  const version = versions.find((one) => one.description === description);
  const deployment = findOurs(deployments);
  return {
    hasScript,
    description,
    versions: versions.length,
    versionNumber: version?.versionNumber,
    deploymentId: deployment?.deploymentId,
    isServed: version !== undefined && deployment?.versionNumber === version.versionNumber,
  };
}

/** The one that says so; or the only one, whatever its owner has made of its description. */
function findOurs(deployments: readonly Deployment[]): Deployment | undefined {
  const versioned = deployments.filter(({ versionNumber }) => versionNumber !== undefined);
  const only = versioned.length === 1 ? versioned[0] : undefined;
  return versioned.find(({ description }) => description.startsWith(OURS)) ?? only;
}
