import path from 'node:path';
import { runInThread } from '../harness/in-thread';
import { ROOT } from '../harness/local';

/** The check, on a Node that says it is another. */
async function checkOn(version: string) {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`;
  const disguise = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`;
  const execArgv = ['--import', disguise];
  const { code, error } = await runInThread(path.join(ROOT, 'deploy/check-node.mjs'), { execArgv });
  return { code, error };
}

test.each(['18.20.4', '20.18.3'])('Node %s is too old', async (version) => {
  const { code, error } = await checkOn(version);
  expect([code, error]).toEqual([1, expect.stringMatching(/20\.19\.0.*nodejs\.org/s)]);
  expect(error).toContain(version);
});

test.each(['20.19.0', '22.3.0'])('Node %s is new enough', async (version) => {
  expect(await checkOn(version)).toEqual({ code: 0, error: '' });
});
