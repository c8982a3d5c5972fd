/** The location of the outer page; the hash without its `#`. */
export interface PageLocation {
  hash: string;
  parameter: Record<string, string>;
  parameters: Record<string, string[]>;
}

export interface HistoryChange {
  replace: boolean;
  state: unknown;
  /** Absent fields do not change the address. */
  params?: Record<string, string | string[]>;
  hash?: string;
}

/** Messages from the panel to the outer page. */
export type ToOuterPage =
  | { type: 'ready' }
  | { type: 'call'; id: number; function: string; args: unknown[] }
  | { type: 'locate'; id: number }
  | ({ type: 'history' } & HistoryChange);

/** Messages from the outer page to the panel; results are JSON texts. */
export type ToPanel =
  | { type: 'open'; html: string; functions: string[] }
  | { type: 'reply'; id: number; result: string }
  | { type: 'failure'; id: number; message: string }
  | { type: 'change'; state: unknown; location: PageLocation };

export type ReplyHandlers = { resolve(result: string): void; reject(message: string): void };

/** A connection to the outer page: each request is answered once. */
export interface Connection {
  send(message: ToOuterPage): void;
  ask(
    message: { type: 'call'; function: string; args: unknown[] } | { type: 'locate' },
    settle: ReplyHandlers,
  ): void;
  onChange(listener: (change: Extract<ToPanel, { type: 'change' }>) => void): void;
}
