import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** The folders of a page. */
function partsOf(page: string): string[] {
  const entries = readdirSync(path.join(ROOT, page), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(ROOT, page, name));
}

/** The classes that a part's rules begin with: they say which elements are the part's own. */
function ownClasses(part: string): Set<string> {
  const files = readdirSync(part).filter((file) => file.endsWith('.css'));
  const css = files.map((file) => readFileSync(path.join(part, file), 'utf8')).join('\n');
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

test.each(['web/owner', 'web/staff'])('no part of %s/ styles the elements of another', (page) => {
  const owners = new Map<string, string[]>();
  for (const part of partsOf(page))
    for (const own of ownClasses(part)) owners.set(own, [...(owners.get(own) ?? []), part]);
  expect(owners.size).toBeGreaterThan(10);
  expect([...owners].filter(([, parts]) => parts.length > 1)).toEqual([]);
});
