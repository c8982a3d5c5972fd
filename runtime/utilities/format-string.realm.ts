import { exception } from '../realm/host';

interface Directive {
  flags: string;
  width: number;
  precision: number | undefined;
  kind: string;
}

const DIRECTIVE = /%(?:(\d+)\$)?([-+0 #]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g;

/**
 * printf for scripts: `%s %d %i %u %f %e %x %o %c %b %%`, flags, width, precision and `%1$s`. What Google makes of values
 * that are missing, are no numbers or have too many digits, and of other directives, nobody has published.
 */
export function formatString(template: string, ...values: unknown[]): string {
  let next = 0;
  return template.replace(DIRECTIVE, (whole, position, flags, width, precision, kind) => {
    if (kind === '%') return '%';
    const index = position ? Number(position) - 1 : next++;
    const format = FORMATS[kind];
    const isKnown = format && !flags.includes('#') && (precision === undefined || /[sfeE]/.test(kind));
    if (!isKnown || index >= values.length) throw notEmulated(whole, values[index]);
    const directive = { flags, width: Number(width ?? 0), precision: toPrecision(precision), kind };
    return pad(directive, format(values[index], directive));
  });
}

const FORMATS: Record<string, (value: unknown, directive: Directive) => string> = {
  s: (value, { precision }) => String(value).slice(0, precision),
  d: toInteger,
  i: toInteger,
  u: (value, directive) => wholeNumber(value, directive, 10),
  f: (value, directive) =>
    signed(numeric(value, directive), directive, (number) => number.toFixed(directive.precision ?? 6)),
  e: (value, directive) =>
    signed(numeric(value, directive), directive, (number) => toExponent(number, directive.precision ?? 6)),
  E: (value, directive) =>
    signed(numeric(value, directive), directive, (number) =>
      toExponent(number, directive.precision ?? 6).toUpperCase(),
    ),
  x: (value, directive) => wholeNumber(value, directive, 16),
  X: (value, directive) => wholeNumber(value, directive, 16).toUpperCase(),
  o: (value, directive) => wholeNumber(value, directive, 8),
  b: (value) => String(Boolean(value)),
  c: (value) => (typeof value === 'number' ? String.fromCharCode(value) : String(value).slice(0, 1)),
};

function toInteger(value: unknown, directive: Directive): string {
  return signed(Math.trunc(numeric(value, directive)), directive, String);
}

/** Languages differ in how they write negative numbers here. */
function wholeNumber(value: unknown, directive: Directive, base: number): string {
  const number = Math.trunc(numeric(value, directive));
  if (number < 0) throw notEmulated(`%${directive.kind}`, value);
  return number.toString(base);
}

function numeric(value: unknown, { kind }: Directive): number {
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const number = isNumeric ? Number(value) : Number.NaN;
  // Beyond that, numbers have an exponent in JavaScript.
  if (!(Math.abs(number) < 1e21)) throw notEmulated(`%${kind}`, value);
  return number;
}

function signed(value: number, { flags }: Directive, format: (value: number) => string): string {
  if (value < 0) return `-${format(-value)}`;
  if (flags.includes('+')) return `+${format(value)}`;
  return flags.includes(' ') ? ` ${format(value)}` : format(value);
}

function toExponent(value: number, precision: number): string {
  return value.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2');
}

function pad({ flags, width, kind }: Directive, text: string): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0') || kind === 's') return text.padStart(width);
  const sign = /^[-+ ]/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

/** JavaScript has 100 digits at most. */
function toPrecision(text: string | undefined): number | undefined {
  const precision = text === undefined ? undefined : Number(text);
  if (precision !== undefined && precision > 100)
    throw exception(`Utilities.formatString with the precision ${precision} is not emulated here.`);
  return precision;
}

function notEmulated(directive: string, value: unknown): Error {
  return exception(`Utilities.formatString of ${String(value)} as ${directive} is not emulated here.`);
}
