import { type Costs, FREE } from '../execution/costs';
import type { Service } from '../execution/service';
import type { ConsoleCalls } from './calls';

const COSTS: Costs<ConsoleCalls> = { 'console.write': FREE };

/** Log lines are kept in their execution. */
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
