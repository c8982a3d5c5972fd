/** What README and docs print to be typed answers what they print below it, on a fresh start. */
import path from 'node:path';
import { listen } from '../../runtime/server/listen';
import { endAll, folder, READY, start } from '../harness/started';
import { readTranscript, toPattern, type } from './transcript';

afterAll(endAll);

/** A fresh start, by what the documents call its places. */
async function placesOf(name: string): Promise<Record<string, string>> {
  const state = path.join(folder, name);
  const { urls } = await start(state, READY);
  return { 'localhost:8080': new URL(urls.home).host, './.state': state, '9000': await freePort() };
}

function pushOf(status: string): RegExp {
  return new RegExp(`"type":"order.updated"[^}]*"status":"${status}"`);
}

async function freePort(): Promise<string> {
  const { port, close } = await listen(0, () => new Response());
  await close();
  return String(port);
}

test('the lead of README', async () => {
  const places = await placesOf('readme');
  const { script, answers } = readTranscript('README.md', {
    from: 'Then create a lead',
    to: 'Next:',
    places,
  });
  expect(answers).toHaveLength(1);
  expect(await type(script)).toMatch(toPattern(answers));
});

test('the cafe of docs/api.md: a menu, an order, its payment, its moves, and the pushes of it', async () => {
  const places = await placesOf('cafe');
  const { script: key } = readTranscript('docs/api.md', { from: '# The API', to: 'On Google,', places });
  const { script, answers } = readTranscript('docs/api.md', { from: '## The cafe', places });
  expect(answers).toHaveLength(6);
  const printed = await type(key + script);
  expect(printed).toMatch(toPattern(answers));
  for (const status of ['placed', 'accepted']) expect(printed).toMatch(pushOf(status));
});
