/** The window of a script's page, with the constructors of its own realm. */
export type Page = Window & typeof globalThis;
