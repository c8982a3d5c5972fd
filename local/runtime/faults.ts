/**
 * Trouble at the N-th counted service call of one execution (the first is 1):
 * `throw` makes the call fail; `kill` ends the execution where it stands, before or after the call took effect.
 */
export interface Fault {
  call: number;
  kind: 'throw' | 'kill before' | 'kill after';
  /** The message of a thrown fault. */
  message?: string;
  /** How many of the buffered sheet writes survive a kill; Google promises nothing. */
  writes?: 'lost' | 'applied' | number;
}
