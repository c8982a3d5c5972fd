import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { anchorsIn } from './anchors';

const ROOT = path.resolve(__dirname, '../..');

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'local/README.md', 'runtime/README.md'],
  ...readdirSync(path.join(ROOT, 'docs')).flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : [])),
];

const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

/** `deploy.md#the-gateway`, `../src/api.ts`, `#questions`, `desks.png` */
function linksOf(page: string): string[] {
  const prose = read(page).replace(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/\]\(((?!https?:)[^)]+)\)/g)].map(([, link = '']) => link);
}

test.each(PAGES)('every link of %s leads somewhere', (page) => {
  const broken = linksOf(page).filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), file);
    if (!existsSync(path.join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsIn(path.join(ROOT, target)).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('every page is reached from README.md', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    if (!page.endsWith('.md') || !existsSync(path.join(ROOT, page))) continue;
    for (const link of linksOf(page)) reached.add(path.join(path.dirname(page), link.replace(/#.*/, '')));
  }
  expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
});
