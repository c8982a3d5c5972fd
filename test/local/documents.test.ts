/** What README and docs say to type answers what they say that it does, on a fresh start and once more on a used one. */
import path from 'node:path';
import { spread, testLong } from '../harness/extent';
import { endAll, folder, READY, start } from '../harness/started';
import { onFreePort } from './free-port';
import { readTranscript, toPattern, type } from './transcript';

afterAll(endAll);

let starts = 0;

/** A fresh start, by what the documents call its places. */
async function placesOf(port: number, options: readonly string[]): Promise<Record<string, string>> {
  const state = path.join(folder, `documents-${++starts}`);
  const { urls } = await start(state, READY, ...options);
  return { 'localhost:8080': new URL(urls.home).host, './.state': state, '9000': String(port) };
}

interface Typed {
  from?: string;
  to?: string;
  /** Of the start. */
  options?: readonly string[];
  /** Typed as well. */
  more?: string;
}

/** All that a document prints when it is typed from top to bottom, in the long run twice. What it starts has to end by itself. */
function printedBy(file: string, { options = [], more = '', ...part }: Typed = {}): Promise<string> {
  return onFreePort(async (port) => {
    const { scripts, answers } = readTranscript(file, { ...part, places: await placesOf(port, options) });
    expect(answers.length).toBeGreaterThan(0);
    const printed: string[] = [];
    for (const _ of spread(['on a fresh start', 'on a used one'], 1))
      printed.push(await type(`${scripts.join('\n')}\n${more}\nwait`));
    for (const answered of printed) expect(answered).toMatch(toPattern(answers));
    return printed.join('\n');
  });
}

test('README: a lead; and a shell reads each block of commands in all documents whole', async () => {
  const files = [
    'README.md',
    ...['lead-desk', 'cafe', 'api', 'leads-api', 'cafe-api'].map((name) => `docs/${name}.md`),
  ];
  const blocks = files.flatMap((file) => readTranscript(file, { places: {} }).scripts);
  // Interactive shells take these for something else: a comment in zsh, history in bash.
  expect(blocks.filter((block) => /^\s*#|"[^"\n]*![^\s"]/m.test(block))).toEqual([]);
  const more = blocks.map((block) => `if false; then\n${block}\nfi`).join('\n');
  const part = { from: 'Developers:', to: 'Next:', more };
  expect(await printedBy('README.md', part)).toContain('"filter":"warm"');
});

testLong('docs/lead-desk.md, docs/cafe.md: a lead, a menu, passwords for the staff page', async () => {
  expect(await printedBy('docs/lead-desk.md', { options: ['--twilio'] })).toContain('agent@example.com');
  expect(await printedBy('docs/cafe.md')).toContain('manager@example.com');
});

testLong('docs/api.md: three ways in, a login, an error, a retry', async () => {
  expect(await printedBy('docs/api.md')).toContain('id,name,');
});

testLong(
  'docs/leads-api.md: a lead, an import, a message, pushes, a text message that comes in',
  async () => {
    const printed = await printedBy('docs/leads-api.md', { options: ['--twilio'] });
    for (const event of ['endpoint.test', 'lead.created']) expect(printed).toContain(`"type":"${event}"`);
    expect(printed).toMatch(/"direction":"inbound","body":"Is it still there\?"/);
  },
);

testLong('docs/cafe-api.md: a menu, an order, its payment, its moves, its pushes, a pause', async () => {
  const printed = await printedBy('docs/cafe-api.md');
  for (const status of ['placed', 'accepted'])
    expect(printed).toMatch(new RegExp(`"type":"order.updated"[^}]*"status":"${status}"`));
});
