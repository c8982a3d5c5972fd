/** Something that is to happen at a time; cancelling it is harmless once it has. */
export interface Turn {
  cancel(): void;
}

/**
 * Decides in which order executions get on. What computes says so with `begin` and `end`: code that runs in a
 * worker, and calls that are being answered.
 */
export interface Scheduler {
  /** Epoch ms. */
  now(): number;
  /** Takes the turn at the given time. */
  at(time: number, take: () => void): Turn;
  /** Takes the turn of a service call of an execution whose own clock shows `clock`. */
  call(clock: number, take: () => void): void;
  /** Takes the turn when time has come so far by itself, as for a trigger; nothing waits for it. */
  wake(time: number, take: () => void): Turn;
  begin(): void;
  end(): void;
}

/** The machine's own time. With `latency`, a call is answered only when the modelled time has really passed. */
export class FreeScheduler implements Scheduler {
  private readonly latency: boolean;

  constructor({ latency = false } = {}) {
    this.latency = latency;
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
