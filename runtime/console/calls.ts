import type { LogLevel } from '../execution/execution';

export interface ConsoleCalls {
  'console.write'(level: LogLevel, text: string): void;
}
