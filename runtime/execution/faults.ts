/**
 * Trouble at the N-th counted service call of one execution (the first is 1): `throw` answers it with an error, `kill`
 * ends the execution where it stands, before the call took effect or after. A server may well have done its work when
 * its answer is lost. `slow` keeps the answer back.
 */
export interface Fault {
  call: number;
  kind: 'throw before' | 'throw after' | 'kill before' | 'kill after' | 'slow';
  /** How much longer a slow call takes, in modelled time. */
  ms?: number;
  /** The message of a thrown fault. */
  message?: string;
  /** What becomes of the buffered sheet writes; unless said, a kill loses them, and an error leaves them buffered. */
  writes?: BufferedWrites;
}

/** Which buffered writes take effect; a number: so many of the first, row by row. Google promises nothing. */
export type BufferedWrites = 'lost' | 'applied' | number;
