import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../harness/local';
import { credentialsIn, endAll, folder, READY } from '../harness/started';
import { until } from '../harness/until';

const CALLERS = 100;
const CALLS = 3_000;
const PATHS = ['/v1/leads?pageSize=100', '/v1/cafes/C-1/orders', '/macros/s/local-desk/exec', '/staff'];
const PACKAGE = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const [, FLAGS = ''] = /node (--\S+(?: --\S+)*) \.build\/start/.exec(PACKAGE.scripts.start) ?? [];
/** It was 1,150 with a thread for each of thirty executions, and with all that the last thousand had read. */
const MOST_MB = 400;

afterAll(endAll);

test('a laptop in a rush needs less than half a gigabyte', async () => {
  const state = path.join(folder, 'memory');
  const program = spawn(process.execPath, [
    ...FLAGS.split(' '),
    path.join(ROOT, '.build/start.cjs'),
    ...['--state', state, '--port', '0'],
  ]);
  const ended = once(program, 'exit');
  let said = '';
  program.stdout.on('data', (chunk) => {
    said += chunk;
  });
  try {
    await until(() => said.includes(READY));
    const { urls, apiKey } = credentialsIn(state);
    const headers = { authorization: `Bearer ${apiKey}` };
    let left = CALLS;
    const caller = async () => {
      while (left-- > 0)
        await (await fetch(urls.gateway + PATHS[left % PATHS.length], { headers })).arrayBuffer();
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(program.pid)], { encoding: 'utf8' });
    expect(Number(stdout) / 1_024).toBeLessThan(MOST_MB);
  } finally {
    program.kill();
    await ended;
  }
});
