import { exception } from '../realm/host';

interface Directive {
  flags: string;
  width: number;
  precision: number | undefined;
  kind: string;
}

const DIRECTIVE = /%(?:(\d+)\$)?([-+0 #]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g;

/** printf for scripts: `%s %d %f %e %x %o %c %b %%`, flags, width, precision and `%1$s`. */
export function formatString(template: string, ...values: unknown[]): string {
  let next = 0;
  return template.replace(DIRECTIVE, (_, position, flags, width, precision, kind) => {
    if (kind === '%') return '%';
    const value = values[position ? Number(position) - 1 : next++];
    const directive = { flags, width: Number(width ?? 0), precision: toNumber(precision), kind };
    return pad(directive, FORMATS[kind]?.(value, directive) ?? refuse(kind));
  });
}

const FORMATS: Record<string, (value: unknown, directive: Directive) => string> = {
  s: (value, { precision }) => String(value).slice(0, precision),
  d: (value, directive) => signed(Math.trunc(Number(value)), directive, String),
  i: (value, directive) => signed(Math.trunc(Number(value)), directive, String),
  f: (value, directive) =>
    signed(Number(value), directive, (number) => number.toFixed(directive.precision ?? 6)),
  e: (value, directive) =>
    signed(Number(value), directive, (number) => toExponent(number, directive.precision ?? 6)),
  x: (value) => Math.trunc(Number(value)).toString(16),
  X: (value) => Math.trunc(Number(value)).toString(16).toUpperCase(),
  o: (value) => Math.trunc(Number(value)).toString(8),
  b: (value) => String(Boolean(value)),
  c: (value) => (typeof value === 'number' ? String.fromCharCode(value) : String(value).slice(0, 1)),
};

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

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function refuse(kind: string): never {
  throw exception(`Invalid argument: %${kind}`);
}
