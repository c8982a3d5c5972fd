import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Written last, with the digests of what was read and of every file that was made: it proves that a build is whole. */
const STAMP = '.build/stamp.json';

/**
 * Runs `make(folder)` and moves what it wrote below the folder's `dist` and `.build` into their places, unless nothing
 * in `inputs` (files and folders) has changed. A build that fails or is killed leaves the one before it whole.
 */
export async function publishBuild(inputs, make) {
  const digest = digestOfInputs(inputs);
  if (isCurrent(digest)) return;
  console.log('Building the scripts and the local runtime ...');
  removeLeftovers();
  const staging = path.join(root, '.build', `staging-${process.pid}`);
  try {
    await make(staging);
    publish(staging, digest);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The runtime's own build leaves its files here, among the sources. */
const MADE = 'runtime/dist/';

function digestOfInputs(inputs) {
  const hash = createHash('sha256');
  for (const name of inputs.flatMap((input) => filesIn(root, input)).filter((name) => !name.startsWith(MADE)))
    hash.update(`${name}\0${digestOf(path.join(root, name))}\0`);
  return hash.digest('hex');
}

/** Tells whether everything is as the last whole build left it, and would be made the same again. */
function isCurrent(inputs) {
  if (!existsSync(path.join(root, STAMP))) return false;
  const stamp = JSON.parse(readFileSync(path.join(root, STAMP), 'utf8'));
  if (stamp.inputs !== inputs) return false;
  return Object.entries(stamp.outputs).every(
    ([name, digest]) => existsSync(path.join(root, name)) && digestOf(path.join(root, name)) === digest,
  );
}

/** Removes what builds that were killed have left; one that is still running keeps its folder. */
function removeLeftovers() {
  const folder = path.join(root, '.build');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, pid] = /^staging-(\d+)$/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** A rename replaces a file at once, so nobody ever reads half of one. */
function publish(staging, inputs) {
  const names = [...filesIn(staging, 'dist'), ...filesIn(staging, '.build')];
  const outputs = Object.fromEntries(names.map((name) => [name, digestOf(path.join(staging, name))]));
  writeFileSync(path.join(staging, STAMP), `${JSON.stringify({ inputs, outputs }, null, 2)}\n`);
  for (const name of [...names, STAMP]) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    renameSync(path.join(staging, name), path.join(root, name));
  }
}

/** The files of a folder, or the file itself, by their paths below `base`. */
function filesIn(base, name) {
  if (!statSync(path.join(base, name)).isDirectory()) return [name];
  return readdirSync(path.join(base, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
