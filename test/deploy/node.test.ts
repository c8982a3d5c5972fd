import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { ROOT } from '../harness/local';

/** The check, on a Node that says it is another. */
async function checkOn(version: string) {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`;
  const disguise = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`;
  const execArgv = ['--import', disguise];
  const thread = new Worker(path.join(ROOT, 'deploy/check-node.mjs'), { execArgv, stderr: true });
  const [[status], stderr] = await Promise.all([once(thread, 'exit'), text(thread.stderr)]);
  return { status, stderr };
}

test.each(['18.20.4', '20.18.3'])('Node %s is too old', async (version) => {
  const { status, stderr } = await checkOn(version);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/20\.19\.0.*nodejs\.org/s)]);
  expect(stderr).toContain(version);
});

test.each(['20.19.0', '22.3.0'])('Node %s is new enough', async (version) => {
  expect(await checkOn(version)).toEqual({ status: 0, stderr: '' });
});
