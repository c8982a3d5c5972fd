import { findProblem } from '../platform/circuit-breaker';
import { formatDuration, toOk, toProblem } from './checks';
import type { Finding } from './report';

interface CheckedProvider {
  name: string;
  findClient(): unknown;
  remedies: { credentials: string };
}

/** Tells whether any of the providers is connected. */
export function isConnected({ all }: { all: readonly CheckedProvider[] }): boolean {
  return all.some(({ findClient }) => findClient());
}

/** Checks that the connected providers work. `down` says what it means if they do not. */
export function findProviders(
  { all }: { all: readonly CheckedProvider[] },
  now: number,
  down: string,
): Finding[] {
  const connected = all.filter(({ findClient }) => findClient());
  return connected.map((one) => findProvider(one, now, down));
}

/** Tells whether a provider works, as its last calls have shown. */
function findProvider({ name, remedies }: CheckedProvider, now: number, down: string): Finding {
  const problem = findProblem(name);
  if (!problem) return toOk(`${name} is connected.`);
  const { kind, since, error } = problem;
  const lasts = formatDuration(now - since);
  const detail = `Since ${new Date(since).toISOString()}. Last error: ${error}`;
  if (kind === 'credentials refused')
    return toProblem(`${name} has refused the credentials for ${lasts}.`, remedies.credentials, detail);
  const cure = `It is tried again every 30 seconds. If this lasts, see whether ${name} reports an outage.`;
  return toProblem(`${name} has not responded for ${lasts}. ${down}`, cure, detail);
}
