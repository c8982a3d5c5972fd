import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SCRIPTS, type ScriptName } from './scripts';
import { zip } from './zip';

/** The archive's folders, by script. */
const FOLDERS: Record<ScriptName, string> = { desk: 'case-desk', api: 'api' };

const root = path.resolve(__dirname, '..');
const { version } = JSON.parse(read('package.json')) as { version: string };
const name = `sheetdesk-${version}`;
/** `npm run release -- <folder>` */
const folder = process.argv[2] ?? path.join(root, 'release');
const file = path.resolve(folder, `${name}.zip`);

mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, zip(listFiles()));
console.log(
  `${file}: to install without Node. README.txt in it says how to paste the files into Google's editor.`,
);

function listFiles(): Map<string, string> {
  const files = new Map([
    [`${name}/README.txt`, toReadme(read('deploy/without-node.txt'))],
    [`${name}/LICENSE.txt`, read('LICENSE')],
  ]);
  for (const [script, part] of Object.entries(FOLDERS)) {
    for (const built of readdirSync(path.join(root, 'dist', script)).sort())
      files.set(`${name}/${part}/${built.replace(/\.js$/, '.gs')}`, read(`dist/${script}/${built}`));
  }
  return files;
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
