import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { SCRIPTS, type ScriptName } from './scripts';

/** The earliest date of the format, so that the same files make the same archive. */
const DATE = new Date(1980, 0, 1);

/** The archive's folders, by script. */
const FOLDERS: Record<ScriptName, string> = { desk: 'case-desk', api: 'api' };

/** Calls that read a file beside the code, with the name of the file. */
const FILE_READS = /HtmlService\.create(?:HtmlOutput|Template)FromFile\((["'])(\w+)\1\)/g;

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
    files[`${part}/Code.gs`] = toOneFile(script);
    files[`${part}/appsscript.json`] = read(`dist/${script}/appsscript.json`);
  }
  for (const file of ['Code.gs', 'part-1.json', 'part-2.json', 'parity.md'])
    files[`parity/${file}`] = read(`.build/parity/${file}`);
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, strToU8(text)]));
}

/** Puts the HTML files of a script into its code, so that a person pastes two files: it and the manifest. */
function toOneFile(script: string): string {
  const isRead = new Set(['NOTICE.html']);
  const code = read(`dist/${script}/Code.js`).replace(FILE_READS, (call, _quote, file: string) => {
    isRead.add(`${file}.html`);
    const text = JSON.stringify(read(`dist/${script}/${file}.html`));
    return `${call.slice(0, call.indexOf('FromFile'))}(${text})`;
  });
  const others = readdirSync(path.join(root, 'dist', script)).filter((file) => file.endsWith('.html'));
  const left = others.filter((file) => !isRead.has(file));
  if (left.length > 0) throw new Error(`The code of ${script} does not read ${left.join(', ')}.`);
  return `${code}\n/*\n${read(`dist/${script}/NOTICE.html`).replaceAll('*/', '* /')}*/\n`;
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
