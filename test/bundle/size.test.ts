import { statSync } from 'node:fs';
import path from 'node:path';

const DIST = path.resolve(__dirname, '../../dist');

// An execution reads its whole code first, and the page has a way to go to a phone.
test.each([
  ['desk/Code.js', 400_000],
  ['api/Code.js', 400_000],
  ['desk/index.html', 120_000],
])('%s has at most %d bytes', (file, limit) => {
  expect(statSync(path.join(DIST, file)).size).toBeLessThanOrEqual(limit);
});
