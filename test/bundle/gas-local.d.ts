declare module 'gas-local' {
  /** Evaluates the `.js` files of a folder in a context of their own and answers its globals. */
  export function require(folder: string, globals?: object): Record<string, unknown>;
}
