import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../harness/local';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const BASE = read('web/shared/base.css');
const INSPECTOR = read('runtime/inspector/style.css');

/** Pictures that are shown outside of a page, where none of its styles reach. */
const PICTURES = ['web/staff/icon.svg', 'web/owner/bell/browser-tab.ts'];

const files = ['web', 'gateway', 'runtime/inspector', 'runtime/frames'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|html|svg|tsx?)$/.test(file))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/'))),
);

const COLOUR = /#[\da-f]{3,8}\b(?!\/)|\b(?:rgb|hsl|lab|lch|oklch|oklab|color)a?\(|\blight-dark\(/gi;

/** The names and values of what a style sheet declares for the whole page. */
function tokensOf(css: string): [name: string, value: string][] {
  const [, root = ''] = /:root \{(.*?)\n\}/s.exec(css) ?? [];
  return [...root.matchAll(/(--[\w-]+): (.*?);/gs)].map(([, name = '', value = '']) => [name, value]);
}

test('a page has no colour but the tokens of the base', () => {
  expect(files.length).toBeGreaterThan(200);
  const own = files
    .filter((file) => !PICTURES.includes(file))
    .map((file) => [file, read(file).replace(/\/\*.*?\*\/|^ *\/\/.*|:root \{.*?\n\}/gms, '')] as const)
    .flatMap(([file, text]) =>
      [...text.matchAll(COLOUR)].filter(isInStyle(file)).map(([colour]) => `${file}: ${colour}`),
    );
  expect(own).toEqual([]);
});

/** In code only what stands in quotes as a whole is one: `#app` and `#1115` are not. */
function isInStyle(file: string): (match: RegExpMatchArray) => boolean {
  if (!/\.tsx?$/.test(file)) return () => true;
  return ({ 0: colour, index = 0, input = '' }) => {
    const [before = '', after = ''] = [input[index - 1], input[index + colour.length]];
    return /['"`]/.test(before) && /['"`]/.test(after) && !/[g-z]/i.test(colour);
  };
}

test('the inspector, which is published by itself, has the same tokens', () => {
  const known = new Map(tokensOf(BASE));
  const own = tokensOf(INSPECTOR);
  expect(own.length).toBeGreaterThan(10);
  expect(own).toEqual(own.map(([name]) => [name, known.get(name)]));
});

test('every token is used', () => {
  const text = files.map(read).join('');
  expect(tokensOf(BASE).filter(([name]) => !text.includes(`var(${name})`))).toEqual([]);
});

test('the page of the look shows every part of the base and of a toast', () => {
  const page = read('web/shared/look/look.tsx');
  const css = [BASE, read('web/shared/toast.css')].join('').replace(/\/\*.*?\*\//gs, '');
  const parts = [...new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name))];
  const about = ['skip', 'notices', 'visually-hidden'];
  expect(parts.length).toBeGreaterThan(15);
  // Those are places and not parts; the glyph has its component.
  const shown = parts.filter((name) => new RegExp(`["\` ]${name}["\` ]`).test(page));
  expect([...shown, ...about, 'glyph'].sort()).toEqual([...parts].sort());
});
