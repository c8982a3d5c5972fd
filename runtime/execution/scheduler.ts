import { MAX_SIMULTANEOUS } from './limits';

/** Something scheduled; cancelling it afterwards is harmless. */
export interface Turn {
  cancel(): void;
}

/**
 * Decides in which order executions continue. Code that runs in a worker, and calls that are being answered, are
 * bracketed by `begin` and `end`.
 */
export interface Scheduler {
  /** The number of executions that need a thread at the same time. */
  readonly threads: number;
  /** Epoch ms. */
  now(): number;
  /** Calls `take` at the given time. */
  at(time: number, take: () => void): Turn;
  /** Calls `take` when it is the turn of a service call at `clock`, its execution's own time. */
  call(clock: number, take: () => void): void;
  /** Calls `take` when time has come that far by itself, as for a trigger; nothing waits for it. */
  wake(time: number, take: () => void): Turn;
  begin(): void;
  end(): void;
}

/** A thread takes some 45 MB, and more of them make a laptop no faster. */
const BUSY_THREADS = 3;

/** The machine's time. With `latency`, a call is answered only after its modelled time has really passed. */
export class FreeScheduler implements Scheduler {
  readonly threads: number;
  private readonly latency: boolean;

  constructor({ latency = false } = {}) {
    this.latency = latency;
    // An execution that passes its time waiting leaves the processor to others.
    this.threads = latency ? MAX_SIMULTANEOUS : BUSY_THREADS;
  }

  now(): number {
    return Date.now();
  }

  at(time: number, take: () => void): Turn {
    const wait = time - Date.now();
    if (wait <= 0) {
      take();
      return { cancel: () => {} };
    }
    const timer = setTimeout(take, wait);
    return { cancel: () => clearTimeout(timer) };
  }

  call(clock: number, take: () => void): void {
    if (this.latency) this.at(clock, take);
    else take();
  }

  wake(time: number, take: () => void): Turn {
    return this.at(time, take);
  }

  begin(): void {}

  end(): void {}
}
