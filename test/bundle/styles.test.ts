import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const WEB = path.resolve(__dirname, '../../web');
const PARTS = readdirSync(WEB, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** The classes that a part's rules begin with: they say which elements are the part's own. */
function ownClasses(part: string): Set<string> {
  const files = readdirSync(path.join(WEB, part)).filter((file) => file.endsWith('.css'));
  const css = files.map((file) => readFileSync(path.join(WEB, part, file), 'utf8')).join('\n');
  return new Set(outerSelectors(css).flatMap((selector) => /^\.[\w-]+/.exec(selector)?.[0] ?? []));
}

/** What stands inside another rule applies inside that rule's elements only. */
function outerSelectors(css: string): string[] {
  const selectors: string[] = [];
  let depth = 0;
  for (const [, text = '', brace] of css.matchAll(/([^{}]*)([{}])/g)) {
    const isCondition = text.trim().startsWith('@');
    if (brace === '{' && depth === 0 && !isCondition)
      selectors.push(...text.split(',').map((one) => one.trim()));
    if (!isCondition || brace === '}') depth += brace === '{' ? 1 : -1;
  }
  return selectors;
}

test('no part of the page styles the elements of another', () => {
  const owners = new Map<string, string[]>();
  for (const { name } of PARTS)
    for (const own of ownClasses(name)) owners.set(own, [...(owners.get(own) ?? []), name]);
  expect(owners.size).toBeGreaterThan(10);
  expect([...owners].filter(([, parts]) => parts.length > 1)).toEqual([]);
});
