/**
 * Processor time beside modelled time, which counts no computing: of the whole process, with what stands in for Google's
 * services, so that a script's own part is less. `npm run bench:cpu`, in this folder, writes it into docs/cost.md.
 */
import { cpus } from 'node:os';
import type { Execution } from '../runtime/execution/execution';
import { startFullDesk } from '../test/budgets/full-desk';
import type { Desk } from '../test/harness/local';
import { ANNA, compose } from '../test/harness/mail';
import { percentile } from '../test/harness/throughput';
import { type FullCafe, startFullCafe } from '../test/rush/full-cafe';
import { replaceFigures } from './report';

const TIMES = 7;
const FILE_BYTES = 18_000_000;
const MINUTE = 60_000;

interface Operation {
  name: string;
  before?: (index: number) => Promise<unknown>;
  run: () => Promise<Execution>;
}

test('what computing takes', async () => {
  const desk = await startFullDesk();
  const ofDesk = await measureAll(operationsOf(desk));
  await desk.close();
  const full = await startFullCafe();
  const ofCafe = await measureAll(operationsOfApi(full));
  await full.cafe.close();
  const { model = '' } = cpus()[0] ?? {};
  const text = [
    `CPU is the median of ${TIMES} runs on Node ${process.versions.node} and a core of ${model.trim()}:`,
    '',
    '| operation | modelled time | CPU |',
    '|---|---|---|',
    ...ofDesk,
    ...ofCafe,
    '',
  ].join('\n');
  console.log(text);
  replaceFigures({ page: 'cost.md', command: 'bench:cpu' }, text);
});

function operationsOf(desk: Desk): Operation[] {
  const deliver = async (index: number) => {
    const content = Buffer.alloc(FILE_BYTES, index).toString('latin1');
    const file = { filename: 'a.bin', content };
    await desk.google.deliverAll([await compose({ from: ANNA, subject: 'New', attachments: [file] })]);
    await desk.advance(2 * MINUTE);
  };
  return [
    { name: 'listCases(50) of 20,000 cases', run: () => desk.execute('listCases', [{ limit: 50 }]) },
    { name: 'a check with a file of 18 MB', before: deliver, run: () => desk.execute('checkMail', []) },
  ];
}

function operationsOfApi({ cafe }: FullCafe): Operation[] {
  const token = cafe.api.tokens.admin;
  const get = (query: Record<string, string>) => () => cafe.execute('GET /v1/leads', { token, query });
  const later = () => cafe.later(2 * MINUTE);
  return [
    { name: 'GET /v1/leads of 100,000, with a filter by time', run: get({ updatedFrom: '2020-01-01' }) },
    { name: 'with a filter again', run: get({ status: 'new' }) },
    {
      name: 'analytics summary',
      before: later,
      run: () => cafe.execute('GET /v1/analytics/summary', { token }),
    },
  ];
}

async function measureAll(operations: readonly Operation[]): Promise<string[]> {
  const rows: string[] = [];
  for (const { name, before, run } of operations) {
    const [modelled, used]: [number[], number[]] = [[], []];
    for (let index = 0; index < TIMES; index++) {
      await before?.(index);
      const since = process.cpuUsage();
      const ended = await run();
      const { user, system } = process.cpuUsage(since);
      expect(ended.error).toBeUndefined();
      modelled.push(ended.elapsed);
      used.push((user + system) / 1_000);
    }
    rows.push(
      `| ${name} | ${(percentile(modelled, 0.5) / 1_000).toFixed(2)} s | ${Math.round(percentile(used, 0.5))} ms |`,
    );
  }
  return rows;
}
