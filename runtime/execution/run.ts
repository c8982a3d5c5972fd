export interface SourceFile {
  name: string;
  text: string;
  /** SHA-256 of the text. */
  digest: string;
}

/** A request of the main thread to a worker: to run one function of a script. */
export interface RunRequest {
  /** The files in the order of evaluation. */
  code: SourceFile[];
  function: string;
  /** JSON text of the argument list. */
  args: string;
  /** Epoch ms at which the execution starts. */
  clock: number;
  /** True if the realm reads the ledger's clock, false for the machine's. */
  virtual: boolean;
  /** The script's time zone, which is also that of its dates. */
  timeZone: string;
  /** Seed of Math.random if time is virtual. */
  seed: number;
  /** Names of globals to remove, such as `Object.hasOwn`. */
  missingGlobals: readonly string[];
  /** True if the account is in Japanese. */
  isJapanese: boolean;
  /** The advanced services that the manifest enables: under which name the script has them, and which they are. */
  advancedServices: readonly { userSymbol: string; serviceId: string }[];
  /** True if it gets a realm of its own, also where one of the script's is kept. */
  isFresh: boolean;
}

/** A function's result, as far as it can leave its realm. */
export type Returned =
  | { kind: 'value'; json: string | undefined; holdsDate: boolean }
  /** `what` begins a sentence. */
  | { kind: 'unsupported'; what: string }
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

/** The place where an event happened; the realm makes its source and its range from it. */
export interface EventPlace {
  spreadsheetId: string;
  /** The cell that somebody has edited. */
  edited?: { tab: string; a1: string };
  /** Fields that Google fills in a form that is not known. */
  unknown?: string[];
}
