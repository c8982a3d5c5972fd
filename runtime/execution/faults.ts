/**
 * A fault at the N-th counted service call of one execution (the first is 1): `throw` answers it with an error, `kill`
 * ends the execution, each before the call takes effect or after it, since a server may have done its work when its
 * answer is lost. `slow` delays the answer.
 */
export interface Fault {
  call: number;
  kind: 'throw before' | 'throw after' | 'kill before' | 'kill after' | 'slow';
  /** The delay of a slow call, in modelled ms. */
  ms?: number;
  /** The message of a thrown fault. */
  message?: string;
  /** The fate of buffered sheet writes. By default a kill loses them, and an error leaves them buffered. */
  writes?: BufferedWrites;
}

/** Which buffered writes take effect; a number means the first so many rows. Google promises nothing. */
export type BufferedWrites = 'lost' | 'applied' | number;
