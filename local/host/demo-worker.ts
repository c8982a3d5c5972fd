/** Runs once in a worker, when a laptop starts with an empty database: no worker that serves requests has it. */

import { serveTasks } from '../../host/workers/tasks';
import { NEW_CAFE } from '../../src/cafe/cafes';
import { CAFES } from '../../src/cafe/tables';
import { endExecution } from '../../src/platform/execution';
import { find, writeAll } from '../../src/tables/tables';
import * as write from '../../src/tables/writes';
import { type Demo, type DemoSecrets, seedDemo } from '../demo/seed-demo';

interface HostDemo extends Demo {
  cafe: { id: string; name: string; currency: string; timeZone: string; taxPercent: number };
}

serveTasks({
  /** Safe to repeat. */
  seed({ cafe, ...demo }: HostDemo): DemoSecrets {
    try {
      if (!find(CAFES, cafe.id)) writeAll(write.insert(CAFES, [{ ...NEW_CAFE, ...cafe }]));
      return seedDemo(demo);
    } finally {
      endExecution();
    }
  },
});
