import { COSTS, costOf, FREE } from '../cost-model';
import type { CallReply, CallRequest, Calls } from '../protocol/calls';
import { type Execution, nothing } from './execution';
import { type Handlers, type Service, ServiceError } from './service';

/** Thrown where a fault ends the execution. */
export class Killed extends Error {
  override name = 'Killed';
}

/** Answers the service calls of executions and writes each into the ledger. */
export class Dispatcher {
  private readonly handlers: Handlers<Calls>;
  private readonly services: readonly Service<never>[];

  constructor(services: readonly Service<never>[]) {
    this.services = services;
    this.handlers = Object.assign({}, ...services.map((service) => service.handlers));
  }

  async answer(execution: Execution, request: CallRequest): Promise<CallReply> {
    const fault =
      isCounted(request) && execution.fault?.call === execution.calls.length + 1
        ? execution.fault
        : undefined;
    if (fault?.kind === 'kill before') throw new Killed();
    try {
      execution.usage = nothing();
      if (fault?.kind === 'throw') throw new ServiceError(fault.message ?? 'Service error: try again.');
      const result = await this.perform(execution, request);
      if (fault?.kind === 'kill after') throw new Killed();
      return { clock: execution.clock, result };
    } catch (error) {
      if (error instanceof Killed) throw error;
      this.charge(execution, request);
      return { clock: execution.clock, error: toError(error, request) };
    }
  }

  /** The execution ended by itself: buffered work takes effect and is charged. */
  finish(execution: Execution): void {
    for (const service of this.services) service.finish?.(execution);
  }

  /** The execution is over, however it ended. */
  release(execution: Execution): void {
    for (const service of this.services) service.release?.(execution);
  }

  private async perform(execution: Execution, request: CallRequest): Promise<unknown> {
    const handler = this.handlers[request.method] as (execution: Execution, ...args: unknown[]) => unknown;
    const result = await handler(execution, ...request.args);
    this.charge(execution, request);
    return result;
  }

  private charge(execution: Execution, request: CallRequest): void {
    const { usage } = execution;
    const ms = costOf(request.method, usage);
    if (isCounted(request))
      execution.calls.push({ method: request.method, at: execution.elapsed, ms, ...usage });
    execution.clock += ms;
    execution.usage = nothing();
  }
}

/** A fault of the runtime itself is told as one, so that nobody takes it for the platform's. */
function toError(
  error: unknown,
  { method }: CallRequest,
): { name: string; message: string; details?: unknown } {
  if (!(error instanceof ServiceError)) {
    return {
      name: 'LocalRuntimeError',
      message: `The local runtime failed in ${method}: ${(error as Error).stack}`,
    };
  }
  const { name, message, details } = error;
  return { name, message, details };
}

function isCounted({ method }: CallRequest): boolean {
  return COSTS[method] !== FREE;
}
