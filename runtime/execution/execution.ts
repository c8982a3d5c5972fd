import type { AddOn } from './auth-mode';
import { EXECUTION_START_MS, type Usage } from './costs';
import type { Answer, ConsentDialog, Dialog } from './dialogs';
import type { Fault } from './faults';
import type { Outcome, Returned } from './run';
import type { Script } from './script';
import type { Work } from './work';

export type ExecutionKind = 'web app' | 'page function' | 'trigger' | 'menu' | 'simple trigger' | 'run';
export type ExecutionStatus = 'running' | 'completed' | 'failed' | 'timed out' | 'killed';

export type LogLevel = 'log' | 'info' | 'warn' | 'error';
export type LockScope = 'script' | 'user' | 'document';

export interface ExecutionError {
  name: string;
  message: string;
  stack?: string;
}

/** One line of the ledger: a service call with what it read or wrote, and its cost. */
export interface LedgerCall extends Usage {
  method: string;
  /** Modelled ms since the execution's start. */
  at: number;
  ms: number;
}

/** The time for which an execution held a lock, in epoch ms of its clock; `until` is missing while it does. */
export interface LockHold {
  scope: LockScope;
  since: number;
  until?: number;
}

export interface ExecutionOptions {
  kind?: ExecutionKind;
  fault?: Fault;
  /** The answers to the execution's dialogs, in their order; by default the first button and no text. */
  answers?: readonly Answer[];
  /** Runs as an editor add-on in its spreadsheet, as a test deployment does. */
  addOn?: AddOn | undefined;
  /** The user agent of a web app's client. */
  userAgent?: string | undefined;
}

/** One run of one function: when, what it called, and how it ended. */
export class Execution {
  readonly calls: LedgerCall[] = [];
  readonly holds: LockHold[] = [];
  readonly log: { level: LogLevel; text: string }[] = [];
  /** The dialogs that it has shown, and the answers that are left. */
  readonly dialogs: { shown: (Dialog | ConsentDialog)[]; answers: Answer[] };
  readonly kind: ExecutionKind;
  readonly fault: Fault | undefined;
  /** True once it has reached the call of its fault. */
  hasFaultFired = false;
  readonly addOn: AddOn | undefined;
  readonly userAgent: string | undefined;
  status: ExecutionStatus = 'running';
  returned: Returned | undefined;
  error: ExecutionError | undefined;
  /** Epoch ms: its start plus the modelled time since. */
  clock: number;
  /** Real ms that the script computed on its thread, without the service calls; until its last call if it was killed. */
  computedMs = 0;
  /** The usage of the current call so far. */
  usage: Usage = noUsage();
  /** Lets services pause it; set when it is run. */
  declare work: Work;

  readonly id: number;
  readonly script: Script;
  readonly function: string;
  readonly startedAt: number;

  constructor(id: number, script: Script, name: string, startedAt: number, options: ExecutionOptions) {
    this.id = id;
    this.script = script;
    this.function = name;
    this.startedAt = startedAt;
    this.kind = options.kind ?? 'run';
    this.fault = options.fault;
    this.addOn = options.addOn;
    this.userAgent = options.userAgent;
    this.dialogs = { shown: [], answers: [...(options.answers ?? [])] };
    this.clock = startedAt + EXECUTION_START_MS;
  }

  meter(usage: Partial<Usage>): void {
    for (const key of Object.keys(usage) as (keyof Usage)[]) this.usage[key] += usage[key] ?? 0;
  }

  /** Stores the result of its function. */
  conclude(outcome: Outcome): void {
    if ('returned' in outcome) this.returned = outcome.returned;
    if ('thrown' in outcome) this.error = outcome.thrown;
    if ('missing' in outcome) this.error = missing(outcome.missing);
  }

  end(status: ExecutionStatus, error: ExecutionError | undefined): void {
    this.status = status;
    this.error = error;
  }

  /** Modelled ms since its start. */
  get elapsed(): number {
    return this.clock - this.startedAt;
  }

  /** Counted calls, all of them or those whose method begins with `prefix`. */
  count(prefix = ''): number {
    return this.calls.filter((call) => call.method.startsWith(prefix)).length;
  }
}

export function noUsage(): Usage {
  return { cells: 0, characters: 0, bytes: 0, items: 0, extraMs: 0 };
}

function missing(name: string): ExecutionError {
  return { name: 'ReferenceError', message: `Script function not found: ${name}` };
}
