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

/** `deploy.md#when-should-...`, `../local/README.md`, `#where-data-goes` */
const LINKS = [...PAGE.matchAll(/\]\(((?!https?:)[^)]+)\)/g)].map(([, link = '']) => link);

const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

test.each([...new Set(LINKS)].filter((link) => !link.endsWith('.ts')))(
  'the security page leads to what there is: %s',
  (link) => {
    const [file = '', anchor] = link.split('#');
    const text = file === '' ? PAGE : readFileSync(path.join(DOCS, file), 'utf8');
    if (anchor !== undefined) expect(anchorsIn(text)).toContain(anchor);
  },
);
