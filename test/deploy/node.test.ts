import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../harness/local';

/** The check, on a Node that says it is another. */
function checkOn(version: string) {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`;
  const disguise = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`;
  const command = ['--import', disguise, path.join(ROOT, 'deploy/check-node.mjs')];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, stderr };
}

test.each(['18.20.4', '20.18.3'])('Node %s is too old', (version) => {
  const { status, stderr } = checkOn(version);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/20\.19\.0.*nodejs\.org/s)]);
  expect(stderr).toContain(version);
});

test.each(['20.19.0', '22.3.0'])('Node %s is new enough', (version) => {
  expect(checkOn(version)).toEqual({ status: 0, stderr: '' });
});
