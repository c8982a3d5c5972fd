import { readFileSync } from 'node:fs';

/** `test('title', ...)`, `test.each(...)('title', ...)` */
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,/g;

/** What a link may name in a file: the headings of a page, as GitHub makes anchors of them, and the titles of a suite. */
export function anchorsIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const titles = file.endsWith('.md')
    ? [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
    : [...text.matchAll(TITLE)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'));
  return titles.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
