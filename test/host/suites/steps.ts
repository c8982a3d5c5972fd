import type { Fault } from '../../../runtime/execution/faults';

/** What an execution asks of its database and of other servers, one after the other; at one of them something may go wrong. */
export interface Steps {
  /** How many it has taken. */
  count: number;
  /** Whether it has reached the one at which something goes wrong. */
  hasFaultFired: boolean;
  /** `lose` answers, or throws, what comes of a connection that breaks. */
  take<R>(work: () => Promise<R>, lose: () => R): Promise<R>;
}

/** Nothing is buffered here, so that it does not matter what the fault says of writes. `kill` ends the execution. */
export function startSteps(fault: Fault | undefined, kill: () => void): Steps {
  if (fault?.kind === 'slow') throw new Error('Over SQL no call can be made slow.');
  const [how, when] = fault?.kind.split(' ') ?? [];
  const steps: Steps = {
    count: 0,
    hasFaultFired: false,
    async take(work, lose) {
      steps.count += 1;
      if (steps.count !== fault?.call) return work();
      steps.hasFaultFired = true;
      if (when === 'after') await work();
      if (how === 'throw') return lose();
      kill();
      return new Promise(() => {});
    },
  };
  return steps;
}
