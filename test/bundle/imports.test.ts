import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = path.resolve(__dirname, '../../src');

/** Who may import from where; a folder may always import from itself. */
const ALLOWED: Record<string, string[]> = {
  '.': ['tracker', 'leads', 'cafe', 'accounts', 'outbox', 'http', 'sheet', 'tables'],
  tracker: ['sheet', 'tables'],
  leads: ['accounts', 'outbox', 'http', 'sheet', 'tables'],
  cafe: ['accounts', 'outbox', 'http', 'sheet', 'tables'],
  accounts: ['http', 'sheet', 'tables'],
  outbox: ['tables'],
  http: [],
  sheet: [],
  tables: [],
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test.each(files)('src/%s imports only from where its folder may', (file) => {
  const folder = path.dirname(file);
  const source = readFileSync(path.join(SRC, file), 'utf8');
  const imported = [...source.matchAll(/from '(\.[^']*)'/g)].map(
    ([, target = '']) => path.relative(SRC, path.dirname(path.resolve(SRC, folder, target))) || '.',
  );
  for (const target of imported) expect([folder, ...(ALLOWED[folder] ?? [])]).toContain(target);
});
