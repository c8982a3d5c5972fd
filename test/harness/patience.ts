import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { readProcessorTime } from './processor-time';

/** Longer than any timer of a page, a host or a script that a test waits for in real time. */
const STILL_MS = 10_000;

/** Far more processor time than anything takes: what computes so long has lost its way. */
const MOST_COMPUTED_MS = 60_000;

/** Long enough for whoever wants a core to have had it, also where many do. */
const WINDOW_MS = 1_000;

/** Who computes has more than this share of a core, however busy the machine is elsewhere. */
const STILL_SHARE = 0.1;

/** A look that is in vain costs time, too: the longer it has taken, the seldomer one looks. */
const PAUSE_SHARE = 0.2;
const MAX_PAUSE_MS = 2_000;

/** Whose own pauses take longer is held up itself, as by a disk that others write to: nothing could have moved. */
const MAX_WINDOW_MS = WINDOW_MS + MAX_PAUSE_MS;

/**
 * Ends when nothing moves any more, which is told by processor time and not by the clock: while this process or one below it
 * computes, what is waited for may be on its way, however slow or busy the machine is.
 */
export class Patience {
  /** Says so once it has ended, and why; what is expected may still have come in the last pause. */
  end: string | undefined;
  readonly #mostStillMs: number;
  readonly #start = performance.now();
  readonly #computedAtStart = readProcessorTime();
  #at = this.#start;
  #computed = this.#computedAtStart;
  #stillMs = 0;

  constructor(mostStillMs = STILL_MS) {
    this.#mostStillMs = mostStillMs;
  }

  async pause(): Promise<void> {
    const waited = performance.now() - this.#start;
    await setTimeout(Math.min(MAX_PAUSE_MS, waited * PAUSE_SHARE));
    const at = performance.now();
    const passed = at - this.#at;
    if (passed < WINDOW_MS) return;
    const computed = readProcessorTime();
    if (computed - this.#computed < passed * STILL_SHARE) this.#stillMs += Math.min(passed, MAX_WINDOW_MS);
    [this.#at, this.#computed] = [at, computed];
    const all = computed - this.#computedAtStart;
    if (this.#stillMs >= this.#mostStillMs || all >= MOST_COMPUTED_MS)
      this.end = `Waited ${toSeconds(at - this.#start)}; for ${toSeconds(this.#stillMs)} of it nothing moved, in the rest ${toSeconds(all)} of processor time were used.`;
  }
}

function toSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
