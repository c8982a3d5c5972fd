import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Clone } from './deploy/clone';
import { type DeskPage, openDesk } from './harness/desk-page';
import { ROOT } from './harness/local';
import { type Credentials, endAll, folder, READY, startIn } from './harness/started';

/** A part of a recipe: lines of a file, those with a plus being added and those with a minus removed. */
interface Change {
  file: string;
  lines: readonly string[];
}

const RECIPES = path.join(ROOT, 'docs/recipes');

/** Each begins with the name of its file. */
function changesIn(recipe: string): Change[] {
  const [, ...blocks] = readFileSync(path.join(RECIPES, recipe), 'utf8')
    .trimEnd()
    .split(/^\+\+\+ /m);
  return blocks.map((block) => {
    const [file = '', ...lines] = block.trimEnd().split('\n');
    return { file, lines };
  });
}

/** Adds the lines where the others stand, one after the other, whatever their indentation. A file that is not there is new. */
function withChange(text: string | undefined, { file, lines }: Change): string {
  const isAdded = (line: string) => line.trimStart().startsWith('+');
  const isRemoved = (line: string) => line.trimStart().startsWith('-');
  if (text === undefined) return lines.map((line) => line.trimStart().slice(1)).join('\n');
  const context = lines.filter((line) => !isAdded(line)).map((line) => line.trim().replace(/^- +/, ''));
  const all = text.split('\n');
  const places = all.flatMap((_, at) =>
    context.every((line, index) => all[at + index]?.trim() === line) ? [at] : [],
  );
  expect([file, context, places]).toEqual([file, context, [expect.any(Number)]]);
  const [at = 0] = places;
  let next = at;
  const made = lines.flatMap((line) => {
    if (isAdded(line)) return line.trimStart().slice(1);
    const [kept = ''] = all.slice(next++, next);
    return isRemoved(line) ? [] : kept;
  });
  return [...all.slice(0, at), ...made, ...all.slice(next)].join('\n');
}

/** For what is tried of the runtime: a function that the page may call. Its scope takes the place of the desk's own. */
const TRIED = `
global.getStorageUsed = () => DriveApp.getStorageUsed();
`;

const clone = new Clone();
let started: Credentials;
beforeAll(async () => {
  for (const change of readdirSync(RECIPES).flatMap(changesIn))
    clone.write(change.file, withChange(clone.find(change.file), change));
  clone.edit('src/desk.ts', (text) => text + TRIED);
  clone.replace('appsscript.json', 'drive.file', 'drive.readonly');
  clone.build();
  started = await startIn(clone.folder, path.join(folder, 'recipes'), READY);
});
afterAll(async () => {
  await endAll();
  clone.remove();
});

async function call(endpoint: string, body?: object, headers: Record<string, string> = {}) {
  const [method = '', target] = endpoint.split(' ');
  const response = await fetch(`${started.urls.gateway}${target}`, {
    method,
    headers: { authorization: `Bearer ${started.apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}

test('the compiler takes what the recipes make', () => {
  const { stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-b'], {
    cwd: clone.folder,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});

test('a report has a route of its own, and a place in the document', async () => {
  const { question, measures, chart } = await call('GET /v1/reports/conversion');
  expect([question, chart, measures]).toEqual([
    'Which sources bring buyers?',
    'bars',
    [{ name: 'converted', label: 'Had an appointment or bought', unit: 'share' }],
  ]);
  const { paths } = await call('GET /openapi.json');
  expect(Object.keys(paths)).toContain('/v1/reports/conversion');
});

test('a column of the leads is stored, answered and described', async () => {
  const { id } = await call('POST /v1/leads', { name: 'Ada', phone: '+15550102030', budget: 12_000 });
  expect(await call(`GET /v1/leads/${id}`)).toMatchObject({ budget: 12_000 });
  expect(await call('POST /v1/leads', { name: 'Ada', phone: '+15550102030', budget: 'much' })).toMatchObject({
    error: { status: 422, param: 'budget' },
  });
  expect(JSON.stringify(await call('GET /openapi.json'))).toContain('What the person can spend');
});

test('a filter finds nothing where no row has its value, and is described', async () => {
  const { id } = await call('POST /v1/vehicles', { make: 'Ford', model: 'Focus', price: 9_000 });
  expect(await call('GET /v1/vehicles?version=99')).toMatchObject({ total: 0 });
  expect(await call('GET /v1/vehicles?version=1')).toMatchObject({ data: [{ id }] });
  expect(JSON.stringify(await call('GET /openapi.json'))).toContain('"versionMax"');
});

test('a route answers', async () => {
  const { id } = await call('POST /v1/vehicles', { make: 'Ford', model: 'Focus', price: 9_000 });
  expect(await call(`GET /v1/vehicles/${id}/title`)).toEqual({ title: 'Ford Focus' });
});

test('an event is documented, chosen by an endpoint and pushed to it', async () => {
  const pushed: { type: string; data: object }[] = [];
  const receiver = createServer(async (request, response) => {
    pushed.push(JSON.parse((await request.toArray()).join('')));
    response.end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const { port } = receiver.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    expect(await call('POST /v1/push-endpoints', { url, events: ['lead.sold'] })).toMatchObject({
      events: ['lead.sold'],
    });
    const { id } = await call('POST /v1/leads', { name: 'Ada', phone: '+15550102031' });
    for (const status of ['contacted', 'sold']) await call(`PATCH /v1/leads/${id}`, { status });
    expect(pushed).toMatchObject([{ type: 'lead.sold', data: { leadId: id } }]);
  } finally {
    receiver.close();
  }
  expect((await call('GET /openapi.json')).webhooks['lead.sold'].post.summary).toBe('A lead was sold');
});

test('a payment provider is documented, and signs for nothing until it is connected', async () => {
  const { paths } = await call('GET /openapi.json');
  const { post } = paths['/webhooks/payments'];
  expect(post.summary).toBe('Receives payment events, signed by Stripe or Mollie');
  expect(post.parameters).toMatchObject([{ name: 'Stripe-Signature' }, { name: 'X-Mollie-Signature' }]);
  expect(await call('POST /webhooks/payments', {}, { 'x-mollie-signature': 'x' })).toMatchObject({
    error: { status: 401, message: 'X-Mollie-Signature is wrong.' },
  });
  const { stdout } = spawnSync(process.execPath, ['.build/host.cjs', 'help'], {
    cwd: clone.folder,
    encoding: 'utf8',
  });
  expect(stdout).toContain('mollie connect <API key>');
});

/** The part of `google.script.run` that is used. */
interface Runner {
  withSuccessHandler(handle: (used: unknown) => void): Runner;
  withFailureHandler(handle: (error: unknown) => void): Runner;
  getStorageUsed(): void;
}

describe('in the page', () => {
  let page: DeskPage;
  beforeAll(async () => {
    page = await openDesk({ url: started.urls.desk, fragment: '#/case/CASE-0001' });
  });
  afterAll(() => page.close());

  test('a column of the cases is edited, and its text is there again', async () => {
    const field = () => page.desk.getByLabel('Customer');

    await field().fill('Ada Brown');
    await field().press('Enter');
    await page.desk.getByText('Saved', { exact: true }).waitFor();
    await page.reload('#/case/CASE-0001');
    await field().waitFor();
    expect(await field().inputValue()).toBe('Ada Brown');
  });

  test('a health check says what it has found', async () => {
    await page.go('#/settings');
    await page.desk.getByText('All checks').click();
    await page.desk.getByText(/^The sheet is called /).waitFor();
  });

  test('an emulated method answers', async () => {
    const used = await page.desk.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const { script } = Reflect.get(globalThis, 'google') as { script: { run: Runner } };
          script.run.withSuccessHandler(resolve).withFailureHandler(reject).getStorageUsed();
        }),
    );
    expect(used).toEqual(expect.any(Number));
  });
});
