import type { Service } from '../execution/service';
import type { ConsoleCalls } from './calls';

/** Log lines stay with their execution; who shows them decides what becomes of them. */
export function consoleService(): Service<ConsoleCalls> {
  return {
    handlers: {
      'console.write': (execution, level, text) => {
        execution.log.push({ level, text });
      },
    },
  };
}
