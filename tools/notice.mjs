import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const MODULES = 'node_modules/';

/** Bundlers put a few lines of their own into what they bundle, so their licences are due as well. */
const BUNDLERS = ['esbuild', 'webpack'].map((name) => path.join(root, MODULES, name));

/** The folders of all packages with code in these bundles, by esbuild's metafiles. */
export function packagesIn(...metafiles) {
  const files = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && file.includes(MODULES))
    .map(([file]) => path.resolve(root, file));
  return [...new Set(files.map(folderOf))];
}

/** Joins our licence and those of the packages, whole: they have to travel with every copy. */
export function notice(packages) {
  const used = [...new Set([...packages, ...BUNDLERS])].map(readPackage);
  used.sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = [readPackage(root), ...used].map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
  );
  return parts.join(`\n${'-'.repeat(72)}\n\n`);
}

/** The same as HTML, in ASCII, since a script has files of code and of HTML only. */
export function noticePage(packages) {
  const toEntity = (character) => `&#${character.codePointAt(0)};`;
  return `<pre>\n${notice(packages).replace(/[<>&]|[^\n\x20-\x7e]/gu, toEntity)}</pre>\n`;
}

function folderOf(file) {
  const start = file.lastIndexOf(MODULES) + MODULES.length;
  const [first, second] = file.slice(start).split('/');
  return file.slice(0, start) + (first.startsWith('@') ? `${first}/${second}` : first);
}

function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(-\w+)?(\.\w+)?$/i.test(entry));
  if (!file) throw new Error(`${name} ${version} has no licence text to pass on.`);
  const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r', '').trim();
  return { name, version, license, text };
}
