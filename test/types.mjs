import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Each folder has its own platform, and the compiler keeps to it. */
const FOLDERS = [
  'src',
  'web',
  'gateway',
  'deploy',
  'local',
  'local/realm',
  'local/inspector',
  'local/server/frames',
  'test',
];

const root = path.resolve(import.meta.dirname, '..');
const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
const compiler = path.join(path.dirname(manifest), 'bin/tsc');
const failed = FOLDERS.filter(
  (folder) =>
    spawnSync(process.execPath, [compiler, '-p', folder], { cwd: root, stdio: 'inherit' }).status !== 0,
);
process.exitCode = failed.length > 0 ? 1 : 0;
