import { format } from 'node:util';
import { serveTasks } from '../../../host/workers/tasks';
import { endExecution } from '../../../src/platform/execution';
import { followClock } from './follow-clock';

/** A call of what the script exports. */
export interface ScriptCall {
  name: string;
  args: readonly unknown[];
  /** The clock's file; the machine's time without one. */
  clock?: string;
}

/** What it returned, as JSON: undefined where that was nothing. */
export type ScriptResult = (
  | { json: string | undefined }
  | { error: { name: string; message: string; stack: string | undefined } }
) & { log: LogLine[] };

const LEVELS = ['log', 'info', 'warn', 'error'] as const;

interface LogLine {
  level: (typeof LEVELS)[number];
  text: string;
}

/** Of the execution that is under way. */
let log: LogLine[] = [];
for (const level of LEVELS)
  console[level] = (...parts: unknown[]) => void log.push({ level, text: format(...parts) });

let clockFile: string | undefined;

/** One after the other, since a thread serves one test after the other. */
function setClock(file: string): void {
  if (clockFile === undefined) followClock(() => clockFile ?? file);
  clockFile = file;
}

/** Runs what a suite's own script exports, as its executions on the local runtime do. */
export function serveScript(script: Readonly<Record<string, unknown>>): void {
  serveTasks({
    call: ({ name, args, clock }: ScriptCall): ScriptResult => {
      if (clock !== undefined) setClock(clock);
      log = [];
      try {
        return { log, json: JSON.stringify((script[name] as (...given: unknown[]) => unknown)(...args)) };
      } catch (error) {
        const { name: kind, message, stack } = error as Error;
        return { log, error: { name: kind, message, stack } };
      } finally {
        endExecution();
      }
    },
  });
}
