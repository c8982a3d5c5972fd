import fc from 'fast-check';
import type { BufferedWrites, Fault } from '../../runtime/execution/faults';

/** What happens at the desk, each with its weight; places are counted modulo what there is. */
const place = fc.nat({ max: 12 });
const anyTab = fc.constantFrom('Cases', 'Messages', 'Settings');
const mailTab = fc.constantFrom('Cases', 'Messages');
const words = fc.constantFrom('call back', '=1+1', "'quoted", '12', '1/2', 'a\nb', '');

/** Somewhere in a check, or behind its last call. */
const fault: fc.Arbitrary<Fault> = fc.record({
  call: fc.integer({ min: 1, max: 40 }),
  kind: fc.constantFrom<Fault['kind'][]>('kill after', 'throw before', 'throw after'),
  writes: fc.constantFrom<BufferedWrites[]>('lost', 'applied', 1),
});

const STEPS = {
  mail: [4, fc.record({ words })],
  reply: [4, fc.record({ to: place })],
  check: [6, fc.record({ faults: fc.array(fault, { maxLength: 2 }) })],
  edit: [3, fc.record({ header: fc.constantFrom('issue', 'notes'), at: place, words })],
  choose: [1, fc.record({ at: place, status: fc.constantFrom('Open', 'In Progress', 'Closed') })],
  sort: [1, fc.record({ tab: anyTab, column: place })],
  insertColumn: [1, fc.record({ tab: anyTab, at: place })],
  moveColumn: [1, fc.record({ tab: anyTab, at: place, before: place })],
  deleteOwnColumn: [1, fc.record({ tab: anyTab })],
  insertRow: [1, fc.record({ tab: anyTab, at: place })],
  deleteRow: [1, fc.record({ tab: mailTab, at: place })],
  duplicateRow: [1, fc.record({ tab: mailTab, at: place })],
  noteBelow: [1, fc.record({ tab: anyTab, gap: place, column: place })],
  moveAbroad: [
    1,
    fc.record({
      timeZone: fc.constantFrom('Etc/UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/St_Johns'),
      locale: fc.constantFrom('en_US', 'de_DE', 'fr_FR', 'ja_JP'),
    }),
  ],
} as const;

type Steps = typeof STEPS;
type Name = keyof Steps;
export type Details<N extends Name> = Steps[N][1] extends fc.Arbitrary<infer D> ? D : never;
export type Step = { [N in Name]: { name: N; details: Details<N> } }[Name];
export type OwnerStep = Exclude<Step, { name: 'mail' | 'reply' | 'check' }>;

const anyStep = fc.oneof(
  ...Object.entries(STEPS).map(([name, [weight, details]]) => ({
    weight,
    arbitrary: (details as fc.Arbitrary<unknown>).map((details) => ({ name, details }) as Step),
  })),
);

/** Mail, the owner's work on the sheet, and checks in any order; the last step is a check. */
export const steps: fc.Arbitrary<Step[]> = fc
  .array(anyStep, { minLength: 15, maxLength: 35, size: 'max' })
  .map((list) => [...list, { name: 'check', details: { faults: [] } }]);
