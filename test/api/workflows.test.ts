import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type SeededApi, startApi } from '../harness/api';
import { findOperation } from '../http/described';
import { respect, type Step } from '../http/respect';
import { KEYS, PUBLIC, sign } from '../leads/twilio-server';

const FOLDER = path.join(__dirname, 'workflows');
const WORKFLOWS = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')]),
);

const WEBHOOK = `${PUBLIC}/v1/messaging/webhook`;
const NEWS = { From: '+15551230003', Body: 'STOP' };
const STOP = { MessageSid: 'SM-1', ...NEWS };

let api: SeededApi;
let steps: Step[];
beforeAll(async () => {
  api = await startApi();
  api.enter({ ...KEYS, publicAddress: PUBLIC, twilioAddress: 'http://127.0.0.1:9' });
  steps = await play(api.document, WORKFLOWS);
}, 60_000);
afterAll(() => api.close());

function play(document: object, workflows: Record<string, string>): Promise<Step[]> {
  const signatures = { signature: sign(WEBHOOK, STOP), incompleteSignature: sign(WEBHOOK, NEWS) };
  const inputs = { key: api.tokens.key, ...api.people.agent, ...STOP, ...signatures };
  return respect({ document, workflows, server: api.urls.home, inputs });
}

const failuresIn = (played: Step[]) =>
  played.flatMap(({ workflowId, stepId, checks }) =>
    checks
      .filter(({ passed }) => !passed)
      .map(({ name, message }) => ({ workflowId, stepId, name, message })),
  );

test('every answer in every workflow is as it is described and as its step says', () => {
  expect(failuresIn(steps)).toEqual([]);
});

test('every answer with a body was held to its schema', () => {
  const unchecked = steps.filter(({ checks }) => !checks.some(({ name }) => name === 'schema check'));
  expect(unchecked.filter(({ response }) => response.statusCode !== 304)).toEqual([]);
});

test('the workflows visit every operation of the document', () => {
  const { paths } = api.document;
  const described = Object.values(paths)
    .flatMap(Object.values)
    .map(({ operationId }) => operationId);
  const visited = steps.map(({ request: { method, url } }) => {
    const asked = { method, path: new URL(url).pathname };
    return findOperation(api.document, asked)?.operationId;
  });
  expect([...new Set(visited)].sort()).toEqual(described.sort());
});

test('an answer that is not as it is described is found', async () => {
  const document = structuredClone(api.document);
  delete document.paths['/v1/health']?.get?.responses['422'];
  const name = 'open.arazzo.yaml';
  expect(failuresIn(await play(document, { [name]: WORKFLOWS[name] ?? '' }))).toMatchObject([
    { stepId: 'an-unknown-parameter', name: 'status code check' },
  ]);
});
