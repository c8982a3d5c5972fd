const MAX_DEPTH = 2;

/** A value as the console shows it, in one line: `{ name: 'Ted', age: 4 }` (measured at tetsuooo.net/?p=338). */
export function inspect(value: unknown): string {
  return typeof value === 'string' ? value : show(value, []);
}

function show(value: unknown, outer: readonly object[]): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'function') return `[Function${value.name ? `: ${value.name}` : ' (anonymous)'}]`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (value instanceof Error) return value.stack ?? String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
  if (outer.includes(value)) return '[Circular]';
  return showObject(value, [...outer, value]);
}

function showObject(value: object, outer: readonly object[]): string {
  const isDeep = outer.length > MAX_DEPTH + 1;
  if (Array.isArray(value))
    return isDeep
      ? '[Array]'
      : enclosed(
          '[',
          value.map((element) => show(element, outer)),
          ']',
        );
  if (value instanceof RegExp) return String(value);
  const name = Object.getPrototypeOf(value)
    ? (value.constructor?.name ?? 'Object')
    : '[Object: null prototype]';
  // A service of Google's has no members of its own to show.
  if (hasText(value)) return String(value);
  if (isDeep) return `[${name}]`;
  const prefix = name === 'Object' ? '' : `${name} `;
  if (value instanceof Map || value instanceof Set) {
    const items = [...value].map((item) =>
      value instanceof Map
        ? (item as unknown[]).map((part) => show(part, outer)).join(' => ')
        : show(item, outer),
    );
    return `${name}(${value.size}) ${enclosed('{', items, '}')}`;
  }
  const members = Object.entries(value).map(([key, member]) => `${shownKey(key)}: ${show(member, outer)}`);
  return prefix + enclosed('{', members, '}');
}

/** Tells if an object says itself what its text is. The groups of a match, for one, do not. */
export function hasText(value: object): boolean {
  return typeof value.toString === 'function' && value.toString !== Object.prototype.toString;
}

function enclosed(open: string, items: string[], close: string): string {
  return items.length === 0 ? open + close : `${open} ${items.join(', ')} ${close}`;
}

function shownKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

function quoted(text: string): string {
  const escaped = text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n');
  return escaped.includes("'") && !escaped.includes('"')
    ? `"${escaped}"`
    : `'${escaped.replace(/'/g, "\\'")}'`;
}
