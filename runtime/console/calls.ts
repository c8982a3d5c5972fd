export type LogLevel = 'log' | 'info' | 'warn' | 'error';

export interface ConsoleCalls {
  'console.write'(level: LogLevel, text: string): void;
}
