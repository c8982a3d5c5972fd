import type { Local } from '../../local/local';
import { startSeeded } from '../harness/seeded';

let local: Local;
beforeAll(async () => {
  local = await startSeeded();
});
afterAll(() => local.close());

async function ask(method: string, path: string, body?: string): Promise<{ status: number; error: string }> {
  const headers = { 'content-type': 'application/json' };
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const answer = await fetch(`${local.urls.home}/_local/${path}`, init);
  const text = await answer.text();
  return { status: answer.status, error: answer.ok ? '' : JSON.parse(text).error.message };
}

const BODIES = ['null', '[]', '"x"', '5', '{}', '{', ''];

/** What each body is answered, in the order of `BODIES`. */
const routes: [string, string, number[]][] = [
  ['POST', 'run/getSettings', [400, 200, 400, 400, 400, 400, 200]],
  ['POST', 'run/saveSettings', [400, 200, 400, 400, 400, 400, 200]],
  ['POST', 'run/doGet', [400, 400, 400, 400, 400, 400, 400]],
  ['POST', 'run/doGet?script=api', [400, 400, 400, 400, 400, 400, 400]],
  ['POST', 'run/doPost?script=api', [400, 400, 400, 400, 400, 400, 400]],
  ['POST', 'menu/setUp', [400, 400, 400, 400, 200, 400, 200]],
  ['PUT', 'sheets/Cases/cells/H2', [400, 400, 400, 400, 400, 400, 400]],
  ['POST', 'mail', [400, 400, 400, 400, 400, 400, 400]],
  ['POST', 'mbox', [201, 201, 201, 201, 201, 201, 400]],
  ['POST', 'sheets/open', [200, 200, 200, 200, 200, 200, 200]],
  ['POST', 'triggers/none/run', [404, 404, 404, 404, 404, 404, 404]],
  ['DELETE', 'state', [404, 404, 404, 404, 404, 404, 404]],
];

test.each(routes)('%s /_local/%s answers every body, and none with 500', async (method, path, statuses) => {
  const answers = [];
  for (const body of BODIES) answers.push(await ask(method, path, body));
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  for (const { error } of answers) expect(error).not.toMatch(/\n|undefined \(|is not a function|TypeError/);
});

const CELL = '{"text": "..."}';
const ARGUMENTS = 'an array of arguments, such as []';
const ANSWERS = '{"answers": [{"button": "...", "text": "..."}]}';
const EVENT = 'an event in an array, such as [{"parameter": {"name": "value"}}]';
const LETTER =
  '{"from": "...", "to": "...", "subject": "...", "text": "...", "html": "..."}, of which "from" is needed';

test.each([
  ['POST', 'run/getSettings', '{}', `body must be an array (got Object). Expected ${ARGUMENTS}.`],
  ['POST', 'run/getSettings', 'x', `The body must be JSON (got "x"). Expected ${ARGUMENTS}.`],
  ['PUT', 'sheets/Cases/cells/H2', '', `The body must be JSON (got ""). Expected ${CELL}.`],
  ['PUT', 'sheets/Cases/cells/H2', 'null', `body must be an object (got null). Expected ${CELL}.`],
  ['PUT', 'sheets/Cases/cells/H2', '[]', `body must be an object (got Array). Expected ${CELL}.`],
  ['PUT', 'sheets/Cases/cells/H2', '{}', `text is required. Expected ${CELL}.`],
  ['PUT', 'sheets/Cases/cells/H2', '{"text":5}', `text must be a string (got 5). Expected ${CELL}.`],
  ['POST', 'menu/setUp', '{"answers":"x"}', `answers must be an array (got "x"). Expected ${ANSWERS}.`],
  ['POST', 'menu/setUp', '{"answers":[[]]}', `answers.0 must be an object (got Array). Expected ${ANSWERS}.`],
  [
    'POST',
    'menu/setUp',
    '{"answers":[{"text":1}]}',
    `answers.0.text must be a string (got 1). Expected ${ANSWERS}.`,
  ],
  ['POST', 'menu/setUp', '{"answer":[]}', `Unknown field: answer. Expected ${ANSWERS}.`],
  ['POST', 'run/doGet?script=api', '', `0 is required. Expected ${EVENT}.`],
  ['POST', 'run/doGet?script=api', '[null]', `0 must be an object (got null). Expected ${EVENT}.`],
  ['POST', 'run/doGet?script=api', '[{}]', `0.parameter is required. Expected ${EVENT}.`],
  ['POST', 'mail', '{"from":" "}', `from must be an address (got ""). Expected ${LETTER}.`],
  ['GET', 'executions?limit=none', undefined, 'limit must be an integer of at least 1 (got "none").'],
  ['GET', 'sheets/Cases/window?from=0', undefined, 'from must be an integer of at least 1 (got "0").'],
])('%s /_local/%s with %s says "%s"', async (method, path, body, error) => {
  expect(await ask(method, path, body)).toEqual({ status: 400, error });
});

test.each([
  ['GET', 'executions?limit=1e300', 200],
  ['GET', 'sheets/Cases/window?from=1e300&rows=1e300', 200],
  ['GET', 'sheets/%E0%A4%A', 404],
  ['GET', 'files/%00', 404],
  ['GET', 'mail/zzz', 404],
  ['GET', 'sheets/__proto__', 404],
  ['POST', 'run/toString', 404],
  ['PUT', 'sheets/Cases/cells/A0', 422],
  ['PUT', 'sheets/Cases/cells/ZZZZZZ99999999', 422],
  ['PUT', 'sheets/Cases/cells/nothing!', 422],
])('%s /_local/%s is answered %i', async (method, path, status) => {
  const body = method === 'PUT' ? '{"text":"x"}' : undefined;
  const answer = await ask(method, path, body);
  expect(answer.status).toBe(status);
  expect(answer.error).not.toMatch(/\n|TypeError|Cannot read/);
});

test('a web app runs with an event', async () => {
  const event = JSON.stringify([{ parameter: { path: '/v1/health' } }]);
  expect(await ask('POST', 'run/doGet?script=api', event)).toEqual({ status: 200, error: '' });
});
