import { readFileSync } from 'node:fs';
import path from 'node:path';

const DOCS = path.resolve(__dirname, '../../docs');
const PAGE = readFileSync(path.join(DOCS, 'security.md'), 'utf8');

/** The rows that claim something: no head, no rule below it. */
const CLAIMS = PAGE.split('\n').filter(
  (line) => line.startsWith('|') && !/^\|[^|]*\| held by \||^\|-/.test(line),
);

/** `| cannot ... | [title](../test/a.test.ts) |` */
const HELD = /^\| [^|]+ \| \[(.+)\]\((\.\.\/(?:runtime\/)?test\/[\w./-]+\.test\.ts)\) \|$/;

/** `test('title', ...)`, `test.each(...)('title', ...)` */
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,/g;

const titlesIn = (source: string) =>
  [...source.matchAll(TITLE)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'));

test.each(CLAIMS)('the security page names a test that there is: %s', (claim) => {
  const [, title, file = ''] = HELD.exec(claim) ?? [];
  expect(titlesIn(readFileSync(path.join(DOCS, file), 'utf8'))).toContain(title);
});

test('the security page claims something', () => {
  expect(CLAIMS.length).toBeGreaterThan(20);
});
