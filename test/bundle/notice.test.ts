import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = path.resolve(__dirname, '../..');
const MODULES = path.join(ROOT, 'node_modules');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Those that ask for no more than that their text travels along. */
const ALLOWED = ['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'CC0-1.0'];

/** `@noble/hashes` of `// node_modules/@noble/hashes/utils.js`, a line that the bundler puts before each file. */
const BUNDLED = /^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/.*$/gm;
const packagesIn = (code: string) => [...new Set([...code.matchAll(BUNDLED)].map(([, name = '']) => name))];

/** What a bundle of this entry holds, whether or not the build leaves the packages beside it. */
function bundle(entry: string): string {
  const entryPoints = [path.join(ROOT, entry)];
  const { outputFiles } = buildSync({
    entryPoints,
    bundle: true,
    write: false,
    outdir: 'x',
    platform: 'node',
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

const toText = (page: string) => page.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

const NOTICES = [
  {
    file: 'dist/desk/NOTICE.html',
    packages: packagesIn(read('.build/desk-modules.txt') + bundle('web/owner/app.tsx')),
  },
  {
    file: 'dist/api/NOTICE.html',
    packages: [...packagesIn(read('.build/api-modules.txt')), 'libphonenumber-js'],
  },
  { file: '.build/NOTICE', packages: packagesIn(bundle('gateway/main.ts') + bundle('web/staff/staff.tsx')) },
];

function licenceOf(name: string): { license: string; text: string } {
  const folder = path.join(MODULES, name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) ?? '';
  const { license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { license, text: readFileSync(path.join(folder, file), 'utf8').replaceAll('\r', '').trim() };
}

describe.each(NOTICES)('$file', ({ file, packages }) => {
  const notice = toText(read(file));

  test('has the licence of every package in the bundle, whole', () => {
    expect(packages.length).toBeGreaterThan(1);
    for (const name of packages) {
      const { license, text } = licenceOf(name);
      expect(notice).toMatch(new RegExp(`^${name} [\\d.]+ \\(${license}\\)$`, 'm'));
      expect(notice).toContain(text);
    }
  });

  test('begins with our own', () => {
    expect(notice.replace('<pre>\n', '')).toMatch(/^sheetdesk [\d.]+ \(MIT\)$/m);
    expect(notice).toContain(read('LICENSE').trim());
  });

  test('names no licence that asks for more than to be passed on', () => {
    const licences = [...notice.matchAll(/^[@\w/.-]+ [\d.]+ \((.*)\)$/gm)].map(([, license]) => license);
    expect(licences.length).toBeGreaterThan(packages.length);
    expect(licences.filter((license = '') => !ALLOWED.includes(license))).toEqual([]);
  });
});

test('packages are found in a bundle', () => {
  expect(NOTICES.flatMap(({ packages }) => packages)).toEqual(
    expect.arrayContaining(['nodemailer', 'html-to-text', 'preact', '@noble/hashes', 'valibot', 'hono']),
  );
});
