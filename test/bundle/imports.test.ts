import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = path.resolve(__dirname, '../../src');

/** Who may import from where; a desk may always import from itself, whatever folders it has. */
const ALLOWED: Record<string, string[]> = {
  '.': ['tracker', 'leads', 'cafe', 'accounts', 'outbox', 'http', 'health', 'sheet', 'tables', 'claims'],
  tracker: ['health', 'sheet', 'tables'],
  leads: ['accounts', 'outbox', 'http', 'health', 'sheet', 'tables'],
  cafe: ['accounts', 'outbox', 'http', 'health', 'sheet', 'tables'],
  accounts: ['http', 'health', 'sheet', 'tables'],
  outbox: ['health', 'tables'],
  http: [],
  health: ['sheet', 'tables', 'claims'],
  sheet: ['tables'],
  tables: [],
  claims: [],
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('every file of src/ imports only from where its folder may', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(forbiddenImportsOf)).toEqual([]);
});

/** `leads/routes.ts -> cafe` for what a file imports although its folder may not. */
function forbiddenImportsOf(file: string): string[] {
  const source = readFileSync(path.join(SRC, file), 'utf8');
  const folder = folderOf(file);
  return [...source.matchAll(/from '(\.[^']*)'/g)]
    .map(([, target = '']) => folderOf(path.join(path.dirname(file), target)))
    .filter((target) => target !== folder && !ALLOWED[folder]?.includes(target))
    .map((target) => `${file} -> ${target}`);
}

/** `cafe` of `cafe/menu/stock`, `.` of an entry file. */
function folderOf(file: string): string {
  const [first = '', ...rest] = path.normalize(file).split(path.sep);
  return rest.length > 0 ? first : '.';
}
