import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const DIST = path.resolve(__dirname, '../../dist');
const PAGES: { path: string; body: string }[] = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../.build/pages.json'), 'utf8'),
);

// An execution reads its whole code first, and the page has a way to go to a phone.
test.each([
  ['desk/Code.js', 484_000],
  // With the move of the desk to a database, the window on it, the first steps, and the numbering plans of all countries.
  ['api/Code.js', 760_500],
  ['desk/index.html', 141_500],
])('%s has at most %d bytes', (file, limit) => {
  expect(statSync(path.join(DIST, file)).size).toBeLessThanOrEqual(limit);
});

test('what routes and fields mean is beside the script, not in it', () => {
  const [code, document] = ['api/Code.js', 'api/openapi.html'].map((file) =>
    readFileSync(path.join(DIST, file), 'utf8'),
  );
  for (const text of ['The ID of the lead.', 'Lists the orders of a cafe']) {
    expect(document).toContain(text);
    expect(code).not.toContain(text);
  }
});

// A tablet in a cafe may have the worst connection of all.
test.each([
  ['/staff', 142_000],
  ['/o/:id', 30_500],
])('%s has at most %d bytes', (at, limit) => {
  const page = PAGES.find((one) => one.path === at);
  expect(Buffer.byteLength(page?.body ?? '')).toBeGreaterThan(0);
  expect(Buffer.byteLength(page?.body ?? '')).toBeLessThanOrEqual(limit);
});
