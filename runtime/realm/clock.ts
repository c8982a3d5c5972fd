import type { RunRequest } from '../execution/run';
import { now } from './host';

/** Epoch ms: the execution's own clock, so that runs on virtual time repeat exactly, or the machine's. */
export function realmClock({ virtual }: RunRequest): () => number {
  return virtual ? () => Math.floor(now()) : Date.now;
}

/**
 * mulberry32: small, good enough for ids and jitter, and the same for the same seed. On the machine's own clock
 * Math.random stays: scripts make credentials from random ids, which nobody may predict.
 */
export function realmRandom({ virtual, seed }: RunRequest): () => number {
  if (!virtual) return Math.random;
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
