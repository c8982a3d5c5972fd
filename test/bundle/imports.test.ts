import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = path.resolve(__dirname, '../../src');

/** Who may import from where; a desk may always import from itself, whatever folders it has. */
const ALLOWED: Record<string, string[]> = {
  '.': ['tracker', 'leads', 'cafe', 'accounts', 'outbox', 'http', 'health', 'sheet', 'tables'],
  tracker: ['health', 'sheet', 'tables'],
  leads: ['accounts', 'outbox', 'http', 'health', 'sheet', 'tables'],
  cafe: ['accounts', 'outbox', 'http', 'health', 'sheet', 'tables'],
  accounts: ['http', 'health', 'sheet', 'tables'],
  outbox: ['health', 'tables'],
  http: [],
  health: ['sheet', 'tables'],
  sheet: ['tables'],
  tables: [],
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test.each(files)('src/%s imports only from where its folder may', (file) => {
  const source = readFileSync(path.join(SRC, file), 'utf8');
  const imported = [...source.matchAll(/from '(\.[^']*)'/g)].map(([, target = '']) =>
    folderOf(path.join(path.dirname(file), target)),
  );
  const folder = folderOf(file);
  for (const target of imported) expect([folder, ...(ALLOWED[folder] ?? [])]).toContain(target);
});

/** `cafe` of `cafe/menu/stock`, `.` of an entry file. */
function folderOf(file: string): string {
  const [first = '', ...rest] = path.normalize(file).split(path.sep);
  return rest.length > 0 ? first : '.';
}
