import { type Costs, FREE } from '../execution/costs';
import type { Service } from '../execution/service';
import type { ConsoleCalls } from './calls';

const COSTS: Costs<ConsoleCalls> = { 'console.write': FREE };

/** Log lines stay with their execution; who shows them decides what becomes of them. */
export function consoleService(): Service<ConsoleCalls> {
  return {
    costs: COSTS,
    handlers: {
      'console.write': (execution, level, text) => {
        execution.log.push({ level, text });
      },
    },
  };
}
