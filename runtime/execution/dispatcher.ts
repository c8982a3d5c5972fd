import { isDiskFull } from '../store';
import { assertAllowed } from './auth-mode';
import type { CallAnswer, CallError, CallReply, CallRequest } from './calls';
import { type Costs, FREE, priceOf } from './costs';
import { type Execution, noUsage } from './execution';
import type { BufferedWrites, Fault } from './faults';
import type { Rewording } from './rewording';
import { type Service, ServiceError } from './service';

type Handler = (execution: Execution, ...args: unknown[]) => unknown;

/** Thrown if a fault ends the execution. */
export class Killed extends Error {
  override name = 'Killed';
}

/** Answers the service calls of executions and records each in the ledger. */
export class Dispatcher {
  private readonly handlers: Record<string, Handler>;
  private readonly costs: Costs<Record<string, unknown>>;
  private readonly services: readonly Service<never>[];
  private readonly rewording: Rewording;

  constructor(services: readonly Service<never>[], rewording: Rewording) {
    this.services = services;
    this.rewording = rewording;
    this.handlers = Object.assign({}, ...services.map((service) => service.handlers));
    this.costs = Object.assign({}, ...services.map((service) => service.costs));
  }

  async answer(execution: Execution, request: CallRequest): Promise<CallReply> {
    const fault = this.faultAt(execution, request);
    if (fault) execution.hasFaultFired = true;
    if (fault?.kind === 'kill before') throw new Killed();
    execution.usage = noUsage();
    const answer = await this.performWithFault(execution, request, fault);
    this.charge(execution, request);
    if (fault?.kind === 'kill after') throw new Killed();
    return { clock: execution.clock, ...answer };
  }

  /** After an execution that ended by itself: applies its buffered writes and charges for them. */
  finish(execution: Execution): void {
    for (const service of this.services) service.finish?.(execution);
  }

  /** After every execution: frees what it held. */
  release(execution: Execution): void {
    if (execution.status === 'killed' || execution.status === 'timed out')
      this.applyBuffered(execution, execution.fault?.writes ?? 'lost');
    for (const service of this.services) service.release?.(execution);
  }

  private async performWithFault(
    execution: Execution,
    request: CallRequest,
    fault?: Fault,
  ): Promise<CallAnswer> {
    if (fault?.kind === 'throw before') return this.fail(execution, request, fault);
    const answer = await this.perform(execution, request);
    if (fault?.kind === 'slow') execution.meter({ extraMs: fault.ms ?? 0 });
    return fault?.kind === 'throw after' ? this.fail(execution, request, fault) : answer;
  }

  private fail(
    execution: Execution,
    { args }: CallRequest,
    { message = 'Service error: try again.', writes }: Fault,
  ): CallAnswer {
    if (writes !== undefined) this.applyBuffered(execution, writes);
    return { error: { name: 'Exception', message: this.rewording.of(message, args) } };
  }

  private async perform(execution: Execution, request: CallRequest): Promise<CallAnswer> {
    try {
      assertAllowed(execution, request.method);
      const handler = this.handlers[request.method];
      if (!handler) throw new Error('No service has this call.');
      return { result: await handler(execution, ...request.args) };
    } catch (error) {
      // No error of Google's, which a script could take for one of its own.
      if (isDiskFull(error)) throw error;
      return { error: this.reword(toError(error, request), request) };
    }
  }

  /** The runtime's own breakdowns are worded as they are. */
  private reword(error: CallError, { args }: CallRequest): CallError {
    if (error.name === 'LocalRuntimeError') return error;
    return { ...error, message: this.rewording.of(error.message, args) };
  }

  private applyBuffered(execution: Execution, writes: BufferedWrites): void {
    for (const service of this.services) service.applyBuffered?.(execution, writes);
  }

  private charge(execution: Execution, request: CallRequest): void {
    const { usage } = execution;
    const ms = priceOf(this.costs[request.method] ?? FREE, usage);
    if (this.isCounted(request))
      execution.calls.push({ method: request.method, at: execution.elapsed, ms, ...usage });
    execution.clock += ms;
    execution.usage = noUsage();
  }

  private faultAt({ fault, calls }: Execution, request: CallRequest): Fault | undefined {
    return this.isCounted(request) && fault?.call === calls.length + 1 ? fault : undefined;
  }

  private isCounted({ method }: CallRequest): boolean {
    return this.costs[method] !== FREE;
  }
}

/** A bug in the runtime is reported as such, so that nobody takes it for Google's behavior. */
function toError(error: unknown, { method }: CallRequest): CallError {
  if (!(error instanceof ServiceError)) {
    return {
      name: 'LocalRuntimeError',
      message: `The local runtime failed in ${method}: ${(error as Error).stack}`,
    };
  }
  const { name, message, details } = error;
  return { name, message, details };
}
