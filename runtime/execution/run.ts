export interface SourceFile {
  name: string;
  text: string;
  /** Tells the text from every other. */
  digest: string;
}

/** What the main thread asks of a worker: one execution of one function of a built script. */
export interface RunRequest {
  /** In the order of their evaluation. */
  code: SourceFile[];
  function: string;
  /** JSON text of the argument list. */
  args: string;
  /** Epoch ms at which the execution starts. */
  clock: number;
  /** True where time is the ledger's; false where the realm reads the machine's own clock. */
  virtual: boolean;
  /** Seed of Math.random, where time is virtual. */
  seed: number;
  /** Names of globals that do not exist, such as `Object.hasOwn`. */
  missingGlobals: readonly string[];
  /** Symbols of the advanced services that the manifest enables. */
  advancedServices: string[];
}

/** What a function returned, as far as it can leave its realm. */
export type Returned =
  | { kind: 'value'; json: string | undefined; holdsDate: boolean }
  | { kind: 'text'; content: string; mimeType: string; downloadAs?: string }
  | {
      kind: 'html';
      content: string;
      title: string;
      faviconUrl?: string;
      metaTags: Record<string, string>;
      xFrameOptions: string;
    };

export type Outcome =
  | { returned: Returned }
  | { thrown: { name: string; message: string; stack?: string } }
  | { missing: string };

/** Where somebody has typed; in the event of that edit it becomes a range. */
export interface EditPlace {
  tab: string;
  a1: string;
}
