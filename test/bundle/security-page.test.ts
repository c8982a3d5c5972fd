import { readFileSync } from 'node:fs';
import path from 'node:path';
import { anchorsIn } from './anchors';

const DOCS = path.resolve(__dirname, '../../docs');
const PAGE = readFileSync(path.join(DOCS, 'security.md'), 'utf8');

const CLAIMS = PAGE.split('\n').filter((line) => line.startsWith('- '));

/** `- [cannot ...](../test/a.test.ts#its-title)` */
const HELD = /^- \[[^\]]+\]\((\.\.\/(?:runtime\/)?test\/[\w./-]+\.test\.ts)#([\w-]+)\)/;

test.each(CLAIMS)('the security page names a test that there is: %s', (claim) => {
  const [, file = '', title] = HELD.exec(claim) ?? [];
  expect(anchorsIn(path.join(DOCS, file))).toContain(title);
});

test('the security page claims something', () => {
  expect(CLAIMS.length).toBeGreaterThan(20);
});
