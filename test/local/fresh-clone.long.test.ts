import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Newcomer } from '../deploy/newcomer';
import { ROOT } from '../harness/local';
import { type Credentials, READY } from '../harness/started';

const LEAD = {
  name: 'Ada Brown',
  phone: '+1 555 010 2030',
  creditScore: '640-680',
  downPayment: 3000,
  hasBank: true,
  tradeIn: false,
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-fresh-'));
let newcomer: Newcomer;
let running: Typed | undefined;

beforeAll(async () => {
  newcomer = await Newcomer.arrive();
  execFileSync('git', ['clone', '--quiet', ROOT, folder]);
});
afterAll(async () => {
  running?.signal('SIGKILL');
  await newcomer.leave();
  rmSync(folder, { recursive: true });
});

const has = (name: string) => existsSync(path.join(folder, 'node_modules', name));

/** What git sees in the clone besides what was cloned. */
const changes = () => execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' });

/** As README.md and docs/deploy.md tell it, with the packages that the registry sends; each test goes on from there. */
describe('the documented commands in a fresh clone', () => {
  test('npm start installs what it needs, answers calls once it is ready, and ends with Ctrl-C', async () => {
    expect(existsSync(path.join(folder, 'node_modules'))).toBe(false);
    running = type(['start', '--', '--port', '0']);
    await running.says(READY);
    const { urls, apiKey } = JSON.parse(
      readFileSync(path.join(folder, '.state/credentials.json'), 'utf8'),
    ) as Credentials;
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(LEAD) };
    const answer = await fetch(`${urls.gateway}/v1/leads`, request);
    expect([answer.status, await answer.json()]).toEqual([201, { id: 'L-1', score: 57, filter: 'warm' }]);
    running.signal('SIGINT');
    await running.ended;
    await expect(fetch(urls.home)).rejects.toThrow('fetch failed');
    expect(['hono', '@google/clasp', 'jest'].map(has)).toEqual([true, false, false]);
  });

  test("npm run login installs Google's clasp, and says what it takes", async () => {
    running = type(['run', 'login', '--', '--help']);
    expect([await running.ended, running.text()]).toEqual([0, expect.stringContaining('--no-localhost')]);
    expect(['hono', '@google/clasp', 'jest'].map(has)).toEqual([true, true, false]);
  });

  test('npm run deploy stops because nobody is logged in', async () => {
    const nobody = { clasp_config_auth: path.join(newcomer.home, 'nobody.json') };
    running = type(['run', 'deploy'], nobody);
    expect([await running.ended, running.text()]).toEqual([
      1,
      expect.stringContaining('Run: npm run login\n'),
    ]);
    expect(['hono', '@google/clasp', 'jest'].map(has)).toEqual([true, true, false]);
  });

  test('npm run deploy -- --dry-run says what it would do for whoever is logged in', async () => {
    const { code, text } = await newcomer.deployFrom({ folder }, '--dry-run');
    expect([code, text]).toEqual([0, expect.stringContaining('Logged in as anna@example.com.')]);
    expect(text).toMatch(/Case desk: would make the sheet[\s\S]*API sheet: would make the sheet/);
    expect(newcomer.google.calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test('none of them changes what was cloned', () => {
    expect(changes()).toBe('');
  });
});

interface Typed {
  text(): string;
  /** Waits for these words. @throws where it ends without them */
  says(words: string): Promise<void>;
  /** To all that was started by it, as Ctrl-C does; where it has ended, nothing happens. */
  signal(signal: NodeJS.Signals): void;
  /** Its exit code. */
  ended: Promise<number | null>;
}

/** A command of npm in the clone, typed by somebody who runs no tests. */
function type(args: readonly string[], more: NodeJS.ProcessEnv = {}): Typed {
  const { NODE_ENV: _, JEST_WORKER_ID: __, TEST_EXTENT: ___, ...env } = process.env;
  const npm = spawn('npm', [...args], { cwd: folder, env: { ...env, ...more }, detached: true });
  let text = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => npm.once('close', resolve));
  return {
    text: () => text,
    says: (words) =>
      new Promise((resolve, reject) => {
        npm.stdout.on('data', () => text.includes(words) && resolve());
        npm.once('close', () => reject(new Error(text)));
      }),
    signal(signal) {
      if (npm.pid !== undefined && npm.exitCode === null && npm.signalCode === null)
        process.kill(-npm.pid, signal);
    },
    ended,
  };
}
