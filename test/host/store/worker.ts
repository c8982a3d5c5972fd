/** A worker that runs the tests' own program on a database. */

import { Utilities } from '../../../host/services/utilities';
import { engineTasks } from '../../../host/store/maintain';
import { serveTasks } from '../../../host/workers/tasks';
import * as program from './program';

Object.assign(globalThis, { Utilities });

const functions = Object.entries(program).filter(([, exported]) => typeof exported === 'function');
const tasks = functions.map(([name, run]) => [
  name,
  (args: unknown[]) => (run as (...args: unknown[]) => unknown)(...args),
]);
serveTasks({
  ...Object.fromEntries(tasks),
  maintain() {
    for (const task of engineTasks([program.LEADS])) task.run();
  },
});
