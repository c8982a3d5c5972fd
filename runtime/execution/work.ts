import type { Scheduler, Turn } from './scheduler';

/** Standing still; `end` goes on before the time is up. */
export interface Pause {
  end(): void;
}

/**
 * Whether one execution is at work, as the scheduler sees it. While it sleeps or waits for a lock others get on; it
 * never stands still past the end of its time, and once it is over nothing makes it go on.
 */
export class Work {
  private readonly scheduler: Scheduler;
  private readonly deadline: number;
  private readonly timeOut: () => void;
  private isAtWork = false;
  private isOver = false;
  private turn: Turn | undefined;

  /** `deadline`: epoch ms; reached while it stands still, it calls `timeOut`. */
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

  /** Stands still until a time (epoch ms), then does `next`. */
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

  /** Takes the turn of a service call, or of the end, when the execution's clock shows `clock`. */
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
