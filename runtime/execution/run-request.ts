import type { Execution } from './execution';
import type { RunRequest } from './run';
import { codeOf } from './script';

/** What a thread must know to run the execution's function. */
export function toRunRequest(
  { script, function: name, clock, id }: Execution,
  args: readonly unknown[],
  { virtual, seed, missingGlobals }: Pick<RunRequest, 'virtual' | 'seed' | 'missingGlobals'>,
): RunRequest {
  const services = script.manifest.dependencies?.enabledAdvancedServices ?? [];
  return {
    code: codeOf(script),
    function: name,
    args: JSON.stringify(args),
    clock,
    virtual,
    seed: seed + id,
    missingGlobals,
    advancedServices: services.map((service) => service.userSymbol),
  };
}
