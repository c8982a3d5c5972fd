import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = import.meta.dirname;
const OTHER_MACHINES = ['os', 'cpu', 'libc'];

/** Brings in what a fresh clone lacks; says and does nothing where everything is there. */
if (!isInstalled()) {
  console.log('Installing what package-lock.json names (npm ci) ...');
  execSync('npm ci --no-audit --no-fund', { cwd: root, stdio: 'inherit' });
}

/** Compares what is wanted with npm's own record of what it put there. */
function isInstalled() {
  const record = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = Object.entries(packagesOf(path.join(root, 'package-lock.json')));
  const there = packagesOf(record);
  return wanted.every(([name, wish]) => name === '' || isMet(wish, there[name]));
}

/** A package that is optional, or for another kind of machine, may be left out. */
function isMet(wish, found) {
  if (found) return found.version === wish.version && found.integrity === wish.integrity;
  return wish.optional === true || OTHER_MACHINES.some((key) => wish[key] !== undefined);
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
