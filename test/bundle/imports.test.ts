import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = path.resolve(__dirname, '../../src');

/** What the script of the API is made of. */
const OF_THE_API = [
  'leads',
  'cafe',
  'texts',
  'accounts',
  'pushes',
  'outbox',
  'retention',
  'http',
  'reports',
  'health',
  'tables',
  'platform',
  'move',
  'window',
];

const OF_A_DESK = OF_THE_API.filter((folder) => !['leads', 'cafe', 'move', 'window'].includes(folder));

/** Who may import from where; a desk may always import from itself, whatever folders it has. */
const ALLOWED: Record<string, string[]> = {
  '.': ['api', 'tracker', ...OF_THE_API],
  api: OF_THE_API,
  tracker: ['retention', 'reports', 'health', 'tables', 'platform'],
  leads: OF_A_DESK,
  cafe: OF_A_DESK,
  texts: ['outbox', 'http', 'health', 'platform'],
  accounts: ['http', 'health', 'tables', 'platform'],
  pushes: ['outbox', 'http', 'health', 'tables', 'platform', 'accounts'],
  move: ['accounts', 'http', 'health', 'tables', 'platform'],
  window: ['health', 'tables', 'platform'],
  outbox: ['health', 'tables', 'platform'],
  http: ['reports', 'tables', 'platform'],
  retention: ['health', 'tables', 'platform'],
  health: ['tables', 'platform'],
  tables: ['platform'],
  reports: ['health', 'tables', 'platform'],
  platform: [],
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('every file of src/ imports only from where its folder may', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(forbiddenImportsOf)).toEqual([]);
});

test('other folders reach tables/ through its front door', () => {
  const inside = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => folderOf(target) === 'tables' && folderOf(file) !== 'tables')
      .filter((target) => !/^tables\/(tables|writes|sheet|archive)$/.test(target))
      .map((target) => `${file} -> ${target}`),
  );
  expect(inside).toEqual([]);
});

test('both engines have the same verbs, sixteen at most', () => {
  const [ofSheet = [], ofHost = []] = ['src/tables', 'host/store'].map((folder) => {
    const door = readFileSync(path.resolve(SRC, '..', folder, 'tables.ts'), 'utf8');
    return [...door.matchAll(/^export \{([^}]*)\} from '([^']*)'/gm)]
      .filter(([, , from = '']) => !from.includes('/schema/'))
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
      .filter((name) => name !== '' && !name.startsWith('type '))
      .sort();
  });
  expect(ofSheet).toEqual(ofHost);
  expect(ofSheet).toContain('writeAll');
  expect(ofSheet.length).toBeLessThanOrEqual(16);
});

test('a host reaches the interface of tables/ and what describes a table, and nothing of the engine for a sheet', () => {
  const HOST = path.resolve(__dirname, '../../host');
  const hosts = readdirSync(HOST, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ts$/.test(file));
  const inside = hosts.flatMap((file) =>
    [...readFileSync(path.join(HOST, file), 'utf8').matchAll(/'[./]+src\/tables\/([^']*)'/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^(tables|writes|sheet|schema\/[\w-]+)$/.test(target))
      .map((target) => `${file} -> ${target}`),
  );
  expect(hosts.length).toBeGreaterThan(50);
  expect(inside).toEqual([]);
});

/** `leads/routes.ts -> cafe` for what a file imports although its folder may not. */
function forbiddenImportsOf(file: string): string[] {
  const folder = folderOf(file);
  return importsOf(file)
    .map(folderOf)
    .filter((target) => target !== folder && !ALLOWED[folder]?.includes(target))
    .map((target) => `${file} -> ${target}`);
}

/** As paths within src/, without their endings. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join(SRC, file), 'utf8');
  return [...source.matchAll(/from '(\.[^']*)'/g)].map(([, target = '']) =>
    path.join(path.dirname(file), target),
  );
}

/** `cafe` of `cafe/menu/stock`, `.` of an entry file. */
function folderOf(file: string): string {
  const [first = '', ...rest] = path.normalize(file).split(path.sep);
  return rest.length > 0 ? first : '.';
}

test('the runtime imports nothing from the rest of the repository', () => {
  const root = path.resolve(__dirname, '../../runtime');
  const outside = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/from '(\.[^']*)'/g)]
        .map(([, target = '']) => path.join(path.dirname(file), target))
        .filter((target) => target.startsWith('..'))
        .map((target) => `${file} -> ${target}`),
    );
  expect(outside).toEqual([]);
});

const ROOT = path.resolve(SRC, '..');
const TOP = ['src', 'gateway', 'host', 'runtime', 'web', 'local', 'deploy', 'tools'];

/** In each of these the folders stand in an order in which none imports from one above it. */
test.each(['.', 'src', 'host', 'runtime', 'src/cafe', 'src/leads', 'src/tracker'])(
  'no folder in %s is in a circle of imports',
  (place) => {
    const arrows = arrowsIn(place);
    expect(arrows.size).toBeGreaterThan(1);
    // Folders that import from none that is left go first; whatever never goes is in a circle, or above one.
    const left = new Map(arrows);
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const [room, targets] of left)
        if (![...targets].some((target) => left.has(target))) left.delete(room);
    }
    expect([...left].map(([room, targets]) => `${room} -> ${[...targets].join(', ')}`)).toEqual([]);
  },
);

/**
 * From which rooms of a place each of its rooms imports. What lies in the place itself is above them all. A style sheet imports
 * nothing, so it is in no circle.
 */
function arrowsIn(place: string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  const roomOf = (file: string) => {
    const [first = '', ...rest] = path.relative(place, file).split(path.sep);
    return first !== '..' && rest.length > 0 ? first : undefined;
  };
  for (const file of sources().filter((one) => roomOf(one) !== undefined)) {
    const room = roomOf(file) ?? '';
    const targets = arrows.get(room) ?? new Set();
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    for (const [, target = ''] of source.matchAll(/from '(\.[^']*(?<!\.css))'/g)) {
      const other = roomOf(path.join(path.dirname(file), target));
      if (other !== undefined && other !== room) targets.add(other);
    }
    arrows.set(room, targets);
  }
  return arrows;
}

function sources(): string[] {
  return TOP.flatMap((top) =>
    readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/(^|\/)(test|dist|node_modules|examples)\//.test(file))
      .map((file) => path.join(top, file)),
  );
}
