import { endExecution } from '../../src/platform/execution';

type Functions = Readonly<Record<string, (...given: never[]) => unknown>>;

/** The name of one of these functions, and what it is given. */
export type StepOf<F extends Functions> = { [N in keyof F]: [N, ...Parameters<F[N]>] }[keyof F];

/** Runs several in one execution: none finds what the one before it has left to its execution. */
export const runnerOf =
  <F extends Functions>(functions: F) =>
  (steps: readonly StepOf<F>[]): unknown[] =>
    steps.map(([name, ...given]) => {
      endExecution();
      return functions[name]?.(...(given as never[]));
    });
