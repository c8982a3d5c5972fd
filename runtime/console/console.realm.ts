import { emulated } from '../realm/emulated';
import { call } from '../realm/host';
import type { LogLevel } from './calls';

const write = (level: LogLevel, parts: unknown[]) =>
  call('console.write', level, parts.map(toText).join(' '));

const timers = new Map<string, number>();

export const console = emulated<Console>('Console', {
  log: (...parts: unknown[]) => write('log', parts),
  info: (...parts: unknown[]) => write('info', parts),
  warn: (...parts: unknown[]) => write('warn', parts),
  error: (...parts: unknown[]) => write('error', parts),
  time: (label: string) => void timers.set(label, Date.now()),
  timeEnd: (label: string) => write('log', [`${label}: ${Date.now() - (timers.get(label) ?? Date.now())}ms`]),
});

let lines: string[] = [];

export const logger = emulated<GoogleAppsScript.Base.Logger>('Base.Logger', {
  log(...parts: unknown[]) {
    lines.push(parts.map(toText).join(' '));
    write('info', parts);
    return logger;
  },
  clear: () => {
    lines = [];
  },
  getLog: () => lines.join('\n'),
});

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return value.stack ?? String(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
