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
export type Upward =
  | { type: 'ready' }
  | { type: 'call'; id: number; function: string; args: unknown[] }
  | { type: 'locate'; id: number }
  | ({ type: 'history' } & HistoryChange);

/** Messages from the outer page to the panel; results are JSON texts. */
export type Downward =
  | { type: 'open'; html: string; functions: string[] }
  | { type: 'reply'; id: number; result: string }
  | { type: 'failure'; id: number; message: string }
  | { type: 'change'; state: unknown; location: PageLocation };
