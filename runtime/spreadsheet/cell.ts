import type { Look, Patch, Rule } from './cells';

export interface CellError {
  error: string;
}

/** What a cell holds; null is an empty cell. A date is a serial number whose cell has a date format. */
export type Value = string | number | boolean | CellError | null;

/** What a cell has besides its value. Immutable, so that many cells share one. */
export interface Mark {
  readonly format?: string;
  readonly formula?: string;
  readonly link?: string;
  readonly note?: string;
  readonly rule?: Rule;
  readonly look?: Look;
}

export interface Row {
  /** Does not end in null: a row without content has no values. */
  values: Value[];
  marks: (Mark | undefined)[];
  size?: number;
  hidden?: boolean;
}

/** A change of a mark; `null` removes a field. */
export type MarkChange = Patch & { formula?: string | null; link?: string | null };

/** Applies a patch to marks; equal marks get the same result object. */
export function patcher(patch: MarkChange): (mark?: Mark) => Mark | undefined {
  const known = new Map<Mark | undefined, Mark | undefined>();
  return (mark) => {
    if (!known.has(mark)) known.set(mark, patched(mark, patch));
    return known.get(mark);
  };
}

/** Patchers by patch; equal patches share one. */
export function sharedPatcher(): (patch: MarkChange) => ReturnType<typeof patcher> {
  const known = new Map<string, ReturnType<typeof patcher>>();
  return (patch) => {
    const key = JSON.stringify(patch);
    const own = known.get(key) ?? patcher(patch);
    known.set(key, own);
    return own;
  };
}

function patched(mark: Mark | undefined, patch: MarkChange): Mark | undefined {
  const { look, ...rest } = patch;
  const next = compact({ ...mark, ...rest, ...(look && { look: compact({ ...mark?.look, ...look }) }) });
  return next as Mark | undefined;
}

function compact(value: object): object | undefined {
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return entries.length ? Object.fromEntries(entries) : undefined;
}

/** What a new row or column inherits from its neighbour: its looks and rules, not its content. */
export function inherited(mark: Mark | undefined): Mark | undefined {
  const says = mark?.note || mark?.formula || mark?.link;
  return says ? patched(mark, { note: null, formula: null, link: null }) : mark;
}
