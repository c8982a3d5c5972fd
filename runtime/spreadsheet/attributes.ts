import type { Look, Patch, Rule } from './cells';

export interface CellError {
  error: string;
}

/** A formula, whose value is computed when it is read. */
export interface CellFormula {
  /** The formula with the sign in front. */
  formula: string;
}

/** A value that a cell shows; null is nothing. A date is a serial number whose cell has a date format. */
export type Constant = string | number | boolean | CellError | null;

/** The content of a cell. */
export type Value = Constant | CellFormula;

export function isFormula(value: Value): value is CellFormula {
  return typeof value === 'object' && value !== null && 'formula' in value;
}

/** Attributes of a cell besides its value. Immutable, so that many cells share one. */
export interface Attributes {
  readonly format?: string;
  readonly link?: string;
  readonly note?: string;
  readonly rule?: Rule;
  readonly look?: Look;
}

export interface Row {
  /** Does not end in null: a row without content has no values. */
  values: Value[];
  attributes: (Attributes | undefined)[];
  size?: number;
  hidden?: boolean;
  /** The number of groups that it is in. */
  depth?: number;
}

/** A change of attributes; `null` removes a field. */
export type AttributeChange = Patch & { link?: string | null };

/** Applies a patch to attributes; equal ones get the same result object. */
export function patcher(patch: AttributeChange): (attributes?: Attributes) => Attributes | undefined {
  const known = new Map<Attributes | undefined, Attributes | undefined>();
  return (attributes) => {
    if (!known.has(attributes)) known.set(attributes, patched(attributes, patch));
    return known.get(attributes);
  };
}

/** Patchers by patch; equal patches share one. */
export function sharedPatcher(): (patch: AttributeChange) => ReturnType<typeof patcher> {
  const known = new Map<string, ReturnType<typeof patcher>>();
  return (patch) => {
    const key = JSON.stringify(patch);
    const own = known.get(key) ?? patcher(patch);
    known.set(key, own);
    return own;
  };
}

function patched(attributes: Attributes | undefined, patch: AttributeChange): Attributes | undefined {
  const { look, ...rest } = patch;
  const next = compact({
    ...attributes,
    ...rest,
    ...(look && { look: compact({ ...attributes?.look, ...look }) }),
  });
  return next as Attributes | undefined;
}

function compact(value: object): object | undefined {
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return entries.length ? Object.fromEntries(entries) : undefined;
}

/** Returns the attributes that a new row or column inherits from its neighbour: its looks and rules, not its content. */
export function inherited(attributes: Attributes | undefined): Attributes | undefined {
  const says = attributes?.note || attributes?.link;
  return says ? patched(attributes, { note: null, link: null }) : attributes;
}
