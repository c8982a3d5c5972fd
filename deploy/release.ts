import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { SCRIPTS, type ScriptName } from './scripts';

/** The earliest date of the format, so that the same files make the same archive. */
const DATE = new Date(1980, 0, 1);

/** The archive's folders, by script. */
const FOLDERS: Record<ScriptName, string> = { desk: 'case-desk', api: 'api' };

const root = path.resolve(__dirname, '..');
const { version } = JSON.parse(read('package.json')) as { version: string };
const name = `sheetdesk-${version}`;
/** `npm run release -- <folder>` */
const folder = process.argv[2] ?? path.join(root, 'release');
const file = path.resolve(folder, `${name}.zip`);

mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, zipSync(listFiles(), { mtime: DATE }));
console.log(
  `${file}: to install without Node. README.txt in it says how to paste the files into Google's editor.`,
);

function listFiles(): Record<string, Uint8Array> {
  const files: Record<string, string> = {
    'README.txt': toReadme(read('deploy/without-node.txt')),
    'LICENSE.txt': read('LICENSE'),
  };
  for (const [script, part] of Object.entries(FOLDERS)) {
    for (const built of readdirSync(path.join(root, 'dist', script)).sort())
      files[`${part}/${built.replace(/\.js$/, '.gs')}`] = read(`dist/${script}/${built}`);
  }
  for (const file of ['Code.gs', 'part-1.json', 'part-2.json', 'parity.md'])
    files[`parity/${file}`] = read(`.build/parity/${file}`);
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, strToU8(text)]));
}

function toReadme(text: string): string {
  return text
    .replaceAll('{version}', version)
    .replaceAll('{desk}', SCRIPTS.desk.title)
    .replaceAll('{api}', SCRIPTS.api.title);
}

function read(relative: string): string {
  return readFileSync(path.join(root, relative), 'utf8');
}
