import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const RECORD = 'node_modules/.package-lock.json';
const CLASP = 'node_modules/@google/clasp';
const QUIET = '--no-audit --no-fund --loglevel=error';
const OTHER_MACHINES = ['os', 'cpu', 'libc'];

/**
 * Each set holds the one before: `dependencies` build and run everything here, deploying takes clasp, tests take the
 * rest. `mark` is installed with this set and the wider ones alone.
 */
const SETS = [
  { name: 'run', scope: '--omit=dev' },
  { name: 'deploy', scope: '--omit=dev', mark: CLASP },
  { name: 'test', scope: '--include=dev', mark: 'node_modules/jest' },
];

/** What npm has to do before this clone can `run`, `deploy` or `test`, and why; undefined where all is there. */
export function planInstall(name, root) {
  const { packages: locked } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const recorded = readRecord(root);
  const missing = Object.keys(locked).filter(
    (place) =>
      place !== '' &&
      isIn(name, place, locked[place], recorded) &&
      !isMet(locked[place], recorded?.[place], path.join(root, place)),
  );
  if (missing.length === 0) return undefined;
  const commands = commandsFor(name, locked, recorded);
  return { commands, reason: recorded ? listed(missing) : 'no complete installation is there' };
}

/** npm's own account of what it installed. */
function readRecord(root) {
  try {
    return JSON.parse(readFileSync(path.join(root, RECORD), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** What clasp brings is recorded together with clasp, so only the versions are left to compare. */
function isIn(name, place, { dev }, recorded) {
  if (name === 'test' || !dev) return true;
  return name === 'deploy' && (place === CLASP || recorded?.[place] !== undefined);
}

/** A package that is optional, or for another kind of machine, may be left out. */
function isMet(wanted, found, folder) {
  if (!found) return wanted.optional === true || OTHER_MACHINES.some((key) => wanted[key] !== undefined);
  const isSame = found.version === wanted.version && found.integrity === wanted.integrity;
  return isSame && existsSync(path.join(folder, 'package.json'));
}

/** `npm ci` starts over; where there is a record, packages are added beside those that may be in use. */
function commandsFor(name, locked, recorded) {
  // Told to install less than there is, npm would remove the rest.
  const { scope, mark } = SETS.findLast((set) => set.name === name || recorded?.[set.mark]);
  const clean = `npm ci ${scope}`;
  const add = `npm install --no-save ${scope}`;
  if (mark !== CLASP) return [recorded ? add : clean];
  // A dependency in npm's memory alone; without its version npm would take the newest.
  const addClasp = `${add} --save-prod @google/clasp@${locked[CLASP].version}`;
  return recorded ? [addClasp] : [clean, addClasp];
}

function listed([first, ...more]) {
  const name = first.replace(/^.*node_modules\//, '');
  return `${name} ${more.length === 0 ? 'is' : `and ${more.length} more are`} missing or outdated`;
}

/** Installs what is missing, and says nothing where nothing is. Answers the exit code. */
function install(name, root) {
  const { commands = [], reason } = planInstall(name, root) ?? {};
  if (reason) console.log(`Installing the packages needed to ${name} (${commands[0]}): ${reason} ...`);
  for (const command of commands) {
    const code = run(command, root);
    if (code === 0) continue;
    console.error(`The packages needed to ${name} could not be installed: "${command}" failed, see above.`);
    return code;
  }
  return 0;
}

/** npm writes its record last. Without the old one, an install that is interrupted leaves none. */
function run(command, root) {
  const record = path.join(root, RECORD);
  const before = existsSync(record) ? readFileSync(record) : undefined;
  rmSync(record, { force: true });
  const { status } = spawnSync(`${command} ${QUIET}`, { cwd: root, stdio: 'inherit', shell: true });
  // npm has undone what it began where it gave up by itself, and was not ended by a signal.
  const hasGivenUp = status > 0 && status < 128;
  if (before && hasGivenUp) writeFileSync(record, before);
  return status ?? 1;
}

if (process.argv[1] === import.meta.filename) {
  const name = process.argv[2] ?? 'run';
  if (!SETS.some((set) => set.name === name))
    throw new Error(`node install.mjs run|deploy|test, not ${name}`);
  process.exitCode = install(name, import.meta.dirname);
}
