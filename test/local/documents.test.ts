/** What README and docs say to type answers what they say that it does, on a fresh start. */
import path from 'node:path';
import { listen } from '../../runtime/server/listen';
import { endAll, folder, READY, start } from '../harness/started';
import { readTranscript, toPattern, type } from './transcript';

afterAll(endAll);

/** A fresh start, by what the documents call its places. */
async function placesOf(name: string, ...options: string[]): Promise<Record<string, string>> {
  const state = path.join(folder, name);
  const { urls } = await start(state, READY, ...options);
  return { 'localhost:8080': new URL(urls.home).host, './.state': state, '9000': await freePort() };
}

async function freePort(): Promise<string> {
  const { port, close } = await listen(0, () => new Response());
  await close();
  return String(port);
}

/** All that a document prints when it is typed from top to bottom. What it starts has to end by itself. */
async function printedBy(file: string, places: Record<string, string>, part = {}): Promise<string> {
  const { scripts, answers } = readTranscript(file, { ...part, places });
  expect(answers.length).toBeGreaterThan(0);
  const printed = await type(`${scripts.join('\n')}\nwait`);
  expect(printed).toMatch(toPattern(answers));
  return printed;
}

test('README: a lead', async () => {
  const part = { from: 'Then create a lead', to: 'Next:' };
  expect(await printedBy('README.md', await placesOf('readme'), part)).toContain('"filter":"warm"');
});

test('docs/api.md: three ways in, a login, an error, a retry', async () => {
  expect(await printedBy('docs/api.md', await placesOf('api'))).toContain('id,name,');
});

test('docs/leads-api.md: a lead, an import, a message, pushes, a text message that comes in', async () => {
  const printed = await printedBy('docs/leads-api.md', await placesOf('leads', '--twilio'));
  for (const event of ['endpoint.test', 'lead.created']) expect(printed).toContain(`"type":"${event}"`);
  expect(printed).toMatch(/"direction":"inbound","body":"Is it still there\?"/);
});

test('docs/cafe-api.md: a menu, an order, its payment, its moves, its pushes, a pause', async () => {
  const printed = await printedBy('docs/cafe-api.md', await placesOf('cafe'));
  for (const status of ['placed', 'accepted'])
    expect(printed).toMatch(new RegExp(`"type":"order.updated"[^}]*"status":"${status}"`));
});

test('every block of commands is one that a shell reads whole', async () => {
  const files = ['README.md', 'docs/api.md', 'docs/leads-api.md', 'docs/cafe-api.md'];
  for (const file of files)
    for (const block of readTranscript(file, { places: {} }).scripts) {
      // Interactive shells take these for something else: a comment in zsh, history in bash.
      expect([file, block]).toEqual([file, expect.not.stringMatching(/^\s*#|"[^"\n]*![^\s"]/m)]);
      await type(`if false; then\n${block}\nfi`);
    }
});
