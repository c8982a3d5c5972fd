import { spawn } from 'node:child_process';
import { Patience } from '../harness/patience';
import { eventually, until } from '../harness/until';

const STILL_MS = 1_500;

test('a wait for what can no longer come ends, and says what it waited for and what it saw last', async () => {
  const seen = { orders: 2 };
  await Promise.all([
    expect(until(() => seen.orders === 3, new Patience(STILL_MS))).rejects.toThrow(
      /^This was never so: \(\) => seen\.orders === 3\nWaited \d+\.\d s; for \d+\.\d s of it nothing moved/,
    ),
    expect(
      eventually(async () => expect(seen).toEqual({ orders: 3 }), new Patience(STILL_MS)),
    ).rejects.toThrow(/"orders": 2[\s\S]*expect\(seen\)\.toEqual\(\{ orders: 3 \}\)\nWaited \d+\.\d s/),
  ]);
});

test('a program below this one that still computes is waited for, longer than one that does not move', async () => {
  const computes = `
    const used = () => Object.values(process.cpuUsage()).reduce((sum, one) => sum + one);
    while (used() < ${2 * STILL_MS * 1_000});`;
  const child = spawn(process.execPath, ['-e', computes]);
  await until(() => child.exitCode !== null, new Patience(STILL_MS));
  expect(child.exitCode).toBe(0);
});
