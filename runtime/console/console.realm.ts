import type { LogLevel } from '../execution/execution';
import { emulated } from '../realm/emulated';
import { caller } from '../realm/host';
import type { ConsoleCalls } from './calls';
import { inspect } from './inspect.realm';
import { javaDate, toJavaText } from './java-text.realm';

const call = caller<ConsoleCalls>();

const write = (level: LogLevel, parts: unknown[]) => call('console.write', level, filled(parts, inspect));

const timers = new Map<string, number>();

export const console = emulated<Console>('Console', {
  log: (...parts: unknown[]) => write('log', parts),
  info: (...parts: unknown[]) => write('info', parts),
  warn: (...parts: unknown[]) => write('warn', parts),
  error: (...parts: unknown[]) => write('error', parts),
  time: (label: string) => void timers.set(label, Date.now()),
  timeEnd: (label: string) => write('log', [`${label}: ${Date.now() - (timers.get(label) ?? Date.now())}ms`]),
});

let log = '';

/** developers.google.com/apps-script/reference/base/logger */
export const logger = emulated<GoogleAppsScript.Base.Logger>('Base.Logger', {
  log(...parts: unknown[]) {
    const text = filled(parts.length === 1 ? parts.map(messageOf) : parts, toJavaText);
    log += `${javaDate(new Date())} INFO: ${text}\n`;
    call('console.write', 'info', text);
    return logger;
  },
  clear() {
    log = '';
  },
  getLog: () => log,
});

/** Puts the log and the timers back, for another execution of the realm. */
export function forgetLog(): void {
  log = '';
  timers.clear();
}

/** An object with a message is logged as its message. */
function messageOf(value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !(value instanceof Error);
  return isObject && 'message' in value ? value.message : value;
}

/** Values fill the directives of the first text; what is left follows after blanks. */
function filled(parts: unknown[], toText: (value: unknown) => string): string {
  const [first, ...values] = parts;
  if (typeof first !== 'string' || values.length === 0) return parts.map((value) => toText(value)).join(' ');
  let next = 0;
  const text = first.replace(/%([sdifjoO%])/g, (directive, kind) => {
    if (kind === '%') return '%';
    if (next >= values.length) return directive;
    const value = values[next++];
    if (kind === 'd' || kind === 'i') return String(Math.trunc(toNumber(value)));
    if (kind === 'f') return String(toNumber(value));
    return kind === 'j' ? String(JSON.stringify(value)) : toText(value);
  });
  return [text, ...values.slice(next).map((value) => toText(value))].join(' ');
}

/** Converts a value to a number. A symbol is none, as in Node. */
function toNumber(value: unknown): number {
  return typeof value === 'symbol' ? Number.NaN : Number(value);
}
