import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../../src/platform/user-error';
import { openBridge } from '../bridge';
import { DatabaseUnavailable } from '../database/sql';
import type { Outcome, TaskRequest, WorkerSetup } from './pool';

/** Tasks that the main thread can have done in a worker, by name. */
export type Tasks = Readonly<Record<string, (argument: never) => unknown>>;

/** Serves tasks in a worker's thread, one after the other. */
export function serveTasks(tasks: Tasks): void {
  const { bridge } = workerData as WorkerSetup;
  openBridge(bridge);
  parentPort?.on('message', ({ number, task: { name, argument } }: TaskRequest) => {
    parentPort?.postMessage(run(number, () => findTask(tasks, name)(argument as never)));
  });
}

function findTask(tasks: Tasks, name: string): Tasks[string] {
  const task = tasks[name];
  if (!task) throw new Error(`A worker has no task "${name}".`);
  return task;
}

function run(number: number, task: () => unknown): Outcome {
  try {
    return { number, result: task() };
  } catch (error) {
    return { number, error: describe(error) };
  }
}

/** Describes an error, without a stack if the message says enough. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain = error instanceof DatabaseUnavailable || error instanceof UserError;
  return isPlain ? error.message : (error.stack ?? error.message);
}
