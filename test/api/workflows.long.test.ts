import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cafe } from '../cafe/cafe';
import type { SeededApi } from '../harness/api';
import { type Paid, signEvent, toPayload } from '../harness/payment-events';
import { findOperation } from '../http/described';
import { respect, type Step } from '../http/respect';
import { KEYS, PUBLIC, sign } from '../leads/twilio-server';
import { startPayingCafe } from './paying-cafe';

const FOLDER = path.join(__dirname, 'workflows');
const WORKFLOWS = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')]),
);

const WEBHOOK = `${PUBLIC}/v1/messaging/webhook`;
const NEWS = { From: '+15551230003', Body: 'STOP' };
const STOP = { MessageSid: 'SM-1', ...NEWS };

let cafe: Cafe;
let api: SeededApi;
let close: () => Promise<void>;
let paid: Paid;
let steps: Step[];
beforeAll(async () => {
  ({ cafe, close } = await startPayingCafe());
  api = cafe.api;
  api.enter({ ...KEYS, publicAddress: PUBLIC, twilioAddress: 'http://127.0.0.1:9' });
  paid = await order();
  steps = await play(api.document, WORKFLOWS);
});
afterAll(() => close());

/** One that is there when its payment is told of, which has to be signed before. */
async function order(): Promise<Paid> {
  const { id: menuItemId } = await cafe.item({ name: 'Bagel', price: 250, stock: 10 });
  const { body } = await cafe.order([{ menuItemId }]);
  const { id: orderId, total: amount, payment } = body as Order;
  return { orderId, amount, intentId: payment.intentId };
}

interface Order {
  id: string;
  total: number;
  payment: { intentId: string };
}

function play(document: object, workflows: Record<string, string>): Promise<Step[]> {
  const { tokens, people, urls } = api;
  const { email: managerEmail, password: managerPassword } = people.manager;
  const { orderId, intentId } = paid;
  const inputs = {
    ...{ key: tokens.key, manager: tokens.manager, ...people.agent, managerEmail, managerPassword },
    ...{ ...STOP, signature: sign(WEBHOOK, STOP), incompleteSignature: sign(WEBHOOK, NEWS) },
    ...{
      orderId,
      intentId,
      menuItemId: 'I-1',
      paymentSignature: signEvent(toPayload(paid, 'evt_1'), cafe.now()),
    },
  };
  return respect({ document, workflows, server: urls.home, inputs });
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
