import type { Execution } from '../../runtime/execution/execution';

/** Modelled ms for which these executions held the script's lock at a time, the longest of all; 0 where none took it. */
export function longestHold(...executions: readonly Pick<Execution, 'holds'>[]): number {
  const holds = executions.flatMap((execution) => execution.holds);
  const ms = holds
    .filter(({ scope }) => scope === 'script')
    .map(({ since, until = Number.POSITIVE_INFINITY }) => until - since);
  return Math.max(0, ...ms);
}
