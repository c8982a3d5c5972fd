/** Runs once in a worker, when a laptop starts with an empty database: no worker that serves requests has it. */

import { serveTasks } from '../../host/workers/tasks';
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
      const empty = { maxDrafts: null, openingHours: '', specialHours: '', isPaused: false, version: 1 };
      const late = { lateSoonMinutes: null, preparationMinutes: null, lateMinutes: null };
      if (!find(CAFES, cafe.id)) writeAll(write.insert(CAFES, [{ ...cafe, ...empty, ...late }]));
      return seedDemo(demo);
    } finally {
      endExecution();
    }
  },
});
