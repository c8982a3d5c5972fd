import type { ClearOptions } from './cells';

export interface ClearParts {
  contentsOnly?: boolean | undefined;
  formatOnly?: boolean | undefined;
  validationsOnly?: boolean | undefined;
  commentsOnly?: boolean | undefined;
  /** No row is ever filtered here. */
  skipFilteredRows?: boolean | undefined;
}

/** Returns what is to be cleared; undefined if the options name no part, so that it is what `clear()` clears. */
export function toClearOptions(options?: ClearParts): ClearOptions | undefined {
  const { contentsOnly, formatOnly, validationsOnly, commentsOnly } = options ?? {};
  if (!contentsOnly && !formatOnly && !validationsOnly && !commentsOnly) return undefined;
  return {
    contents: contentsOnly ?? false,
    formats: formatOnly ?? false,
    validations: validationsOnly ?? false,
    notes: commentsOnly ?? false,
  };
}
