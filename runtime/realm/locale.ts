import { define } from './define';

/** The language of Apps Script's V8, whatever the machine's is. */
const LOCALE = 'en-US';

/** Makes en-US and the script's zone what Intl, dates, numbers and texts use where nothing else is given. */
export function installLocale(timeZone: string): void {
  const zoned = (options: unknown) => withZone(options, timeZone);
  installFormat('DateTimeFormat', zoned);
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
    const format = Date.prototype[name] as (locales: unknown, options: unknown) => string;
    define(Date.prototype, name, {
      method(this: Date, locales: unknown = LOCALE, options?: unknown) {
        return format.call(this, locales, zoned(options));
      },
    });
  }
  if (new Intl.NumberFormat().resolvedOptions().locale !== LOCALE) installLanguage();
}

function installLanguage(): void {
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const format = Reflect.get(Intl, name) as unknown;
    if (typeof format === 'function' && 'supportedLocalesOf' in format && name !== 'DateTimeFormat')
      installFormat(name, (options) => options);
  }
  for (const owner of [Number.prototype, BigInt.prototype]) {
    const format = owner.toLocaleString as (locales: unknown, options: unknown) => string;
    define(owner, 'toLocaleString', {
      method(this: unknown, locales: unknown = LOCALE, options?: unknown) {
        return format.call(this as never, locales, options);
      },
    });
  }
  for (const name of ['toLocaleLowerCase', 'toLocaleUpperCase'] as const) {
    const change = String.prototype[name];
    define(String.prototype, name, {
      method(this: string, locales: string = LOCALE) {
        return change.call(this, locales);
      },
    });
  }
  const compare = String.prototype.localeCompare as (...args: unknown[]) => number;
  define(String.prototype, 'localeCompare', {
    method(this: string, that: unknown, locales: unknown = LOCALE, options?: unknown) {
      return compare.call(this, that, locales, options);
    },
  });
}

type Format = new (locales: unknown, options: unknown) => object;

/** Replaces a constructor of Intl by one with other defaults. */
function installFormat(name: string, toOptions: (options: unknown) => unknown): void {
  const Native = Reflect.get(Intl, name) as Format;
  function LocalFormat(locales: unknown = LOCALE, options?: unknown): object {
    return Reflect.construct(Native, [locales, toOptions(options)], new.target ?? LocalFormat) as object;
  }
  Object.defineProperties(LocalFormat, {
    name: { value: name, configurable: true },
    length: { value: Native.length, configurable: true },
    prototype: { value: Native.prototype, writable: false },
    supportedLocalesOf: {
      value: Reflect.get(Native, 'supportedLocalesOf'),
      writable: true,
      configurable: true,
    },
  });
  const hidden = { writable: true, enumerable: false, configurable: true };
  Object.defineProperty(Native.prototype, 'constructor', { ...hidden, value: LocalFormat });
  Object.defineProperty(Intl, name, { ...hidden, value: LocalFormat });
}

/** Null stays, so that V8 refuses it. */
function withZone(options: unknown, timeZone: string): unknown {
  if (options === null || (options as Intl.DateTimeFormatOptions | undefined)?.timeZone !== undefined)
    return options;
  return Object.create(Object(options), { timeZone: { value: timeZone } });
}
