/** The script of a worker's thread: the API's code on Google's services as the host provides them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './commands/menu';
import { GRADUATE_TASKS } from './move/tasks';
import { createHostApi, isSigned } from './server/api';
import { runDueJobs } from './server/jobs';
import { migrate } from './server/migrate';
import { serveTasks } from './workers/tasks';

/** The build puts it beside this file. */
const DOCUMENT = path.join(__dirname, 'host-openapi.json');

serveTasks({
  request: createHostApi(() => readFileSync(DOCUMENT, 'utf8')),
  'is signed': isSigned,
  migrate,
  timer: runDueJobs,
  command: runCommand,
  ...GRADUATE_TASKS,
});
