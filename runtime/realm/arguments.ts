import { exception } from './host';
import { idOf } from './identity';
import { isKindOf, type Overload, officialName, TYPES } from './type-list';

/** A parameter of an overload. */
interface Parameter {
  name: string;
  kind: string;
  isOptional: boolean;
  isRest: boolean;
}

interface Method {
  /** True if there is one overload: only then is a text read as a number. */
  isOnly: boolean;
  /** True if an overload wants an array: then an array is not read as a text. */
  takesArrays: boolean;
}

/** Distances of a value from the kind that is wanted. */
const SAME = 0;
const CONVERTED = 1;
const WRONG = 10;

interface Fit {
  value: unknown;
  distance: number;
  /** The problem with it all the same, if no other overload fits better. */
  problem?: string;
}

const parsed = new WeakMap<Overload, Parameter[]>();

/**
 * The arguments of a call as the overload that fits best has them: numbers, booleans and arrays become text where text is
 * wanted, and texts become numbers where nothing else is possible. What fits no overload is refused in Google's words, before
 * any service runs.
 */
export function toArguments(where: string, overloads: readonly Overload[], args: unknown[]): unknown[] {
  if (overloads.some((overload) => isExact(parametersOf(overload), args))) return args;
  const method = { isOnly: overloads.length === 1, takesArrays: overloads.some(takesArray) };
  let best: { fits: Fit[]; distance: number } | undefined;
  for (const overload of overloads) {
    const fits = fitAll(parametersOf(overload), args, method);
    if (!fits) continue;
    const distance = fits.reduce((sum, fit) => sum + fit.distance, 0);
    if (!best || distance < best.distance) best = { fits, distance };
  }
  if (!best)
    throw exception(
      `The parameters (${args.map(kindName).join(',')}) don't match the method signature for ${where}.`,
    );
  const problem = best.fits.find((fit) => fit.problem)?.problem;
  if (problem) throw exception(problem);
  return best.fits.map(({ value }) => value);
}

/** Nearly every call is right as it stands, which is quickly seen. */
function isExact(parameters: Parameter[], args: readonly unknown[]): boolean {
  return (
    args.length === parameters.length &&
    parameters.every(({ kind, isRest }, index) => !isRest && isKept(kind, args[index]))
  );
}

function isKept(kind: string, value: unknown): boolean {
  const test = KEPT[kind];
  return test ? test(value) : idOf(value) === kind;
}

/** A plain loop, since a file of 20 MB is an array of as many numbers. */
function areKept(kind: string, values: readonly unknown[]): boolean {
  const test = KEPT[kind] ?? ((value) => idOf(value) === kind);
  for (let at = 0; at < values.length; at++) if (!test(values[at])) return false;
  return true;
}

function takesArray(overload: Overload): boolean {
  return overload.some((parameter) => parameter.endsWith('[]'));
}

function parametersOf(overload: Overload): Parameter[] {
  const known = parsed.get(overload);
  if (known) return known;
  const parameters = overload.map((text) => {
    const [, rest, name = '', optional, kind = ''] = /^(\.\.\.)?(\w+)(\?)?:(.*)$/.exec(text) ?? [];
    return { name, kind, isOptional: optional !== undefined, isRest: rest !== undefined };
  });
  parsed.set(overload, parameters);
  return parameters;
}

function fitAll(parameters: Parameter[], args: readonly unknown[], method: Method): Fit[] | undefined {
  const last = parameters[parameters.length - 1];
  const needed = parameters.filter(({ isOptional, isRest }) => !isOptional && !isRest).length;
  if (args.length < needed || (args.length > parameters.length && !last?.isRest)) return undefined;
  const fits: Fit[] = [];
  for (const [index, value] of args.entries()) {
    const parameter = parameters[index] ?? (last as Parameter);
    const fit = parameter.isOptional && value === undefined ? same(value) : fitOne(parameter, value, method);
    if (!fit) return undefined;
    fits.push(fit);
  }
  return fits;
}

function fitOne({ name, kind }: Parameter, value: unknown, method: Method): Fit | undefined {
  const fit = fitKind(kind, value, method);
  if (fit) return fit;
  // Texts that are missing are refused by the name of the parameter: `Invalid argument: id`.
  const isMissing = (value === null || value === undefined) && kind === 'text';
  return isMissing ? wrong(value, `Invalid argument: ${name}`) : undefined;
}

function fitKind(kind: string, value: unknown, method: Method): Fit | undefined {
  const kinds = alternatives(kind);
  if (kinds.length > 1) return nearest(kinds.map((one) => fitKind(one, value, method)));
  if (kind.endsWith('[]')) return fitArray(kind.slice(0, -2).replace(/^\((.*)\)$/, '$1'), value, method);
  switch (kind) {
    case 'any':
      return same(value);
    case 'text':
      return fitText(value, method);
    case 'int':
    case 'number':
      return fitNumber(kind, value, method);
    case 'boolean':
    case 'function':
      return typeof value === kind ? same(value) : undefined;
    case 'null':
      return value === null || value === undefined ? same(value) : undefined;
    case 'date':
      return isDate(value) ? same(value) : undefined;
    case 'object':
      return isPlain(value) ? same(value) : undefined;
    default:
      return fitOfficial(kind, value);
  }
}

const split = new Map<string, string[]>();

/** `text|null` is two; what stands in parentheses is one. */
function alternatives(kind: string): string[] {
  const known = split.get(kind) ?? kind.split(/\|(?![^(]*\))/);
  split.set(kind, known);
  return known;
}

function nearest(fits: (Fit | undefined)[]): Fit | undefined {
  const found = fits.filter((fit) => fit !== undefined);
  return found.sort((a, b) => a.distance - b.distance)[0];
}

function same(value: unknown): Fit {
  return { value, distance: SAME };
}

function wrong(value: unknown, problem: string): Fit {
  return { value, distance: WRONG, problem };
}

function fitText(value: unknown, { isOnly, takesArrays }: Method): Fit | undefined {
  if (typeof value === 'string') return same(value);
  const isTextual =
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (Array.isArray(value) && !takesArrays) ||
    // `file.setContent(blob)` writes "Blob": gas-fakes, test/testdrive.js
    (isOnly && typeof value === 'object' && hasText(value)) ||
    TYPES.enums[idOf(value) ?? ''] !== undefined;
  return isTextual ? { value: String(value), distance: CONVERTED } : undefined;
}

/** Whole numbers lose what is behind the point. */
function fitNumber(kind: string, value: unknown, method: Method): Fit | undefined {
  const number = typeof value === 'string' && method.isOnly ? toNumber(value) : value;
  if (typeof number !== 'number') return undefined;
  if (kind === 'number' && typeof value === 'number') return same(value);
  if (!Number.isFinite(number)) return wrong(value, cannotConvert(value, kind));
  return { value: kind === 'int' ? Math.trunc(number) : number, distance: CONVERTED };
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** An array fits by being one; an element that does not fit is refused by itself. */
function fitArray(kind: string, value: unknown, method: Method): Fit | undefined {
  if (!Array.isArray(value)) return undefined;
  if (areKept(kind, value)) return same(value);
  if (kind === 'any[]') return undefined;
  const fits = value.map((element) => fitKind(kind, element, method));
  const misfit = fits.findIndex((fit) => !fit);
  if (misfit >= 0) return kind.endsWith('[]') ? undefined : wrong(value, cannotConvert(value[misfit], kind));
  const problem = fits.find((fit) => fit?.problem)?.problem;
  if (problem) return wrong(value, problem);
  const distance = Math.max(...fits.map((fit) => fit?.distance ?? SAME));
  return { value: fits.map((fit) => fit?.value), distance };
}

/** Elements that stay as they are, asked first because blocks of values and bytes are long. */
const KEPT: Readonly<Record<string, (element: unknown) => boolean>> = {
  any: () => true,
  'any[]': Array.isArray,
  text: (element) => typeof element === 'string',
  int: Number.isInteger,
  number: Number.isFinite,
  boolean: (element) => typeof element === 'boolean',
};

function fitOfficial(kind: string, value: unknown): Fit | undefined {
  const id = idOf(value);
  return id !== undefined && isKindOf(id, kind) ? same(value) : undefined;
}

function isDate(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Date]';
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cannotConvert(value: unknown, kind: string): string {
  const wanted = TYPES.interfaces[kind] || TYPES.enums[kind] ? officialName(kind) : (JAVA[kind] ?? kind);
  const shown = typeof value === 'object' && value !== null && !hasText(value) ? '(class)' : String(value);
  return `Cannot convert ${shown} to ${wanted}.`;
}

/** Objects without a prototype have none: the groups of a match, or what `Object.create(null)` makes. */
function hasText(value: object | null): boolean {
  return typeof value?.toString === 'function';
}

const JAVA: Readonly<Record<string, string>> = { number: 'double', text: 'String', object: '(class)' };

/** Names the kind of a value as Google's message does. */
function kindName(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'number[]';
  const id = idOf(value);
  if (id !== undefined) return officialName(id);
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Boolean';
  return typeof value === 'number' ? 'number' : '(class)';
}
