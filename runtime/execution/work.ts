import type { Scheduler, Turn } from './scheduler';

/** A pause; `end` ends it early. */
export interface Pause {
  end(): void;
}

/**
 * Tells the scheduler if one execution is working. While it sleeps or waits for a lock others continue; it never pauses past its
 * deadline, and once it has ended nothing resumes it.
 */
export class Work {
  private readonly scheduler: Scheduler;
  private readonly deadline: number;
  private readonly timeOut: () => void;
  private isAtWork = false;
  private isOver = false;
  private turn: Turn | undefined;

  /** `deadline`: epoch ms; if it is reached during a pause, `timeOut` is called. */
  constructor(scheduler: Scheduler, deadline: number, timeOut: () => void) {
    this.scheduler = scheduler;
    this.deadline = deadline;
    this.timeOut = timeOut;
  }

  begin(): void {
    if (this.isAtWork || this.isOver) return;
    this.isAtWork = true;
    this.scheduler.begin();
  }

  rest(): void {
    if (!this.isAtWork) return;
    this.isAtWork = false;
    this.scheduler.end();
  }

  /** Pauses until a time (epoch ms), then calls `next`. */
  pause(until: number, next: () => void): Pause {
    const isPastEnd = until > this.deadline;
    const goOn = () => {
      this.turn = undefined;
      this.begin();
    };
    this.rest();
    const turn = this.scheduler.at(Math.min(until, this.deadline), () => {
      goOn();
      if (isPastEnd) this.timeOut();
      else next();
    });
    this.turn = turn;
    return {
      end() {
        turn.cancel();
        goOn();
      },
    };
  }

  /** Waits for the turn of a service call, or of the end, at `clock`. */
  call(clock: number, take: () => void): void {
    this.rest();
    this.scheduler.call(clock, () => {
      if (this.isOver) return;
      this.begin();
      take();
    });
  }

  end(): void {
    this.isOver = true;
    this.turn?.cancel();
    this.rest();
  }
}
