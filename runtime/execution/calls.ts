/** A call that crosses from a realm to the main thread; arguments and results are JSON. */
export interface CallRequest {
  /** The service and the call: `cache.get`. */
  method: string;
  args: unknown[];
}

/** An error that a call throws in the script. */
export interface CallError {
  name: string;
  message: string;
  details?: unknown;
}

export type CallAnswer = { result: unknown } | { error: CallError };

export type CallReply = { clock: number } & CallAnswer;
