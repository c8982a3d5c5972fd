import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Local, startLocal } from '../../local/local';
import { FreeScheduler } from '../../runtime/execution/scheduler';
import { openStore } from '../../runtime/store';
import { Clone } from '../deploy/clone';
import { testLong } from '../harness/extent';
import { OWNER, TOKEN } from '../harness/local';

const ROUTES = 'src/leads/lead/leads.ts';
const OLD = 'Creates a lead and scores it';
/** Between two calls, so that the build has the machine to itself meanwhile. */
const PAUSE_MS = 200;
const NEW = 'Creates a lead and scores it at once';

const clone = new Clone();
const store = openStore(':memory:');
let local: Local;

const start = () =>
  startLocal({ store, scheduler: new FreeScheduler(), root: clone.folder, token: TOKEN, address: OWNER });

afterAll(async () => {
  await local?.close();
  store.close();
  clone.remove();
});

/** Answers how the build ended: its exit code, or the signal that killed it. */
function build(...nodeOptions: string[]): Promise<number | string | null> {
  const child = spawn(process.execPath, [...nodeOptions, 'tools/build.mjs'], {
    cwd: clone.folder,
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
}

/** A build that is killed at its next call of a function of `node:fs` after so many. */
function killedBuild(name: 'writeFileSync' | 'renameSync', callsBefore: number) {
  const preload = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const whole = fs.${name};
    let calls = 0;
    fs.${name} = (...args) => (calls++ < ${callsBefore} ? whole(...args) : process.kill(process.pid, 'SIGKILL'));
    syncBuiltinESMExports();`;
  return build('--import', `data:text/javascript,${encodeURIComponent(preload)}`);
}

const stamp = () => JSON.parse(readFileSync(path.join(clone.folder, '.build/stamp.json'), 'utf8'));

/** What the server answers as long as something goes on. */
async function answersDuring(work: () => Promise<unknown>): Promise<Set<string>> {
  const answers = new Set<string>();
  let isOver = false;
  const over = work().finally(() => {
    isOver = true;
  });
  do {
    const [document, page] = await Promise.all([
      fetch(`${local.urls.home}/openapi.json`),
      fetch(local.urls.desk),
    ]);
    const summary = /"Creates a lead[^"]*"/.exec(await document.text())?.[0];
    answers.add(`${document.status} ${summary}, ${page.status}`);
    await setTimeout(PAUSE_MS);
  } while (!isOver);
  await over;
  return answers;
}

const answer = (summary: string) => `200 "${summary}", 200`;

test('without a whole build nothing starts, and it says what to do', async () => {
  await expect(start()).rejects.toThrow(/has no complete build. Run "npm run build"./);
});

testLong('a build that nothing has changed for is the one that is there', async () => {
  clone.lendBuild();
  cpSync(path.join(clone.folder, 'LICENSE'), path.join(clone.folder, 'runtime/dist/made'));
  const file = path.join(clone.folder, '.build/stamp.json');
  const { ino } = statSync(file);
  expect(await build()).toBe(0);
  expect(statSync(file).ino).toBe(ino);
  local = await start();
});

testLong('builds that are killed break no call, wherever they are', async () => {
  clone.replace(ROUTES, OLD, NEW);
  const files = Object.keys(stamp().outputs).length;
  const answers = await answersDuring(async () => {
    // While it is made; when some files are in their places; when all are, and the stamp is not.
    const moments = [
      ['writeFileSync', 0],
      ['renameSync', files],
      ['renameSync', Math.floor(files / 2)],
    ] as const;
    for (const [name, calls] of moments) expect(await killedBuild(name, calls)).toBe('SIGKILL');
  });
  expect(answers).toEqual(new Set([answer(OLD)]));
});

testLong('a build that fails leaves the one before it', async () => {
  clone.replace(ROUTES, "'POST /v1/leads'", "'POST /v1/leads");
  expect(await answersDuring(async () => expect(await build()).toBe(1))).toEqual(new Set([answer(OLD)]));
  clone.replace(ROUTES, "'POST /v1/leads", "'POST /v1/leads'");
});

testLong('a whole build is served by what runs already, without a call that fails', async () => {
  const answers = await answersDuring(async () => expect(await build()).toBe(0));
  expect([...answers].slice(0, 1)).toEqual([answer(OLD)]);
  expect([...(await answersDuring(async () => {}))]).toEqual([answer(NEW)]);
  expect([...answers].filter((one) => one !== answer(OLD) && one !== answer(NEW))).toEqual([]);
});

testLong('what killed builds have left is gone after the next', () => {
  const left = readdirSync(path.join(clone.folder, '.build')).filter((name) => name.startsWith('staging'));
  expect(left).toEqual([]);
});
