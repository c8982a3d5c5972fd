import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Survived } from './faults';

export type SheetFigures = Record<string, { perMinute: number; alone: number; p95: number }>;

export type Rates = Record<
  string,
  { perMinute: number; p50: number; p95: number; cpu: { host: number; database: number } }
>;

export interface Scaled {
  hosts: number;
  create: number;
  mix: number;
  /** What the hosts together have used. */
  cores: number;
}

export interface Figures {
  leads: number;
  machine: string;
  /** The load average before the run: figures of a busy machine are no figures. */
  load: number;
  sheet: SheetFigures;
  rates: Rates;
  scaled: Scaled[];
  survived: Survived;
}

const DOCS = path.resolve(__dirname, '../docs');
const END = '<!-- end of figures -->';

const NAMES: Record<string, string> = {
  create: 'POST /v1/leads',
  get: 'GET /v1/leads/:id',
  list: 'GET /v1/leads, also sorted',
  filter: 'GET /v1/leads with filters, `count=capped`',
  patch: 'PATCH /v1/leads/:id',
  mix: '40 % GET, 35 % lists, 15 % POST, 10 % PATCH',
};

/** Into the page, between its marks, and the chart beside it; or to the terminal. */
export function publish(figures: Figures, { isPrinted }: { isPrinted: boolean }): void {
  const text = toTables(figures);
  console.log(text);
  if (isPrinted) return;
  replaceFigures({ page: 'scale.md', command: 'bench:engines' }, text);
  writeFileSync(path.join(DOCS, 'scale.svg'), toChart(figures));
}

/** Writes between the marks that a page has for a command. */
export function replaceFigures({ page, command }: { page: string; command: string }, text: string): void {
  const file = path.join(DOCS, page);
  const begin = `<!-- figures: npm run ${command} -->`;
  const [before, rest = ''] = readFileSync(file, 'utf8').split(begin);
  const [, after = ''] = rest.split(END);
  writeFileSync(file, `${before}${begin}\n\n${text}\n${END}${after}`);
}

function toTables({ leads, machine, load, sheet, rates, scaled, survived }: Figures): string {
  const [one] = scaled;
  const times = (number: number, of: number | undefined) => `${(number / (of ?? Number.NaN)).toFixed(2)} x`;
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${whole(leads)} leads, on ${machine}, which carry two hosts with two workers each, the database and the load. The sheet has 100,000 leads and 30 callers at once; its times are modelled. The load of the machine was ${load.toFixed(1)} before.`,
    '',
    '| request | sheet: a minute | alone; 95 of 100 | hosts: a minute | half of it: median; 95 of 100 | CPU each: host; database |',
    '|---|---|---|---|---|---|',
    ...Object.entries(rates).map(([name, { perMinute, p50, p95, cpu }]) => {
      const modelled = sheet[name];
      const before = modelled
        ? `${whole(modelled.perMinute)} | ${seconds(modelled.alone)}; ${seconds(modelled.p95)}`
        : '| ';
      return `| ${NAMES[name]} | ${before} | ${whole(perMinute)} | ${p50.toFixed(1)} ms; ${p95.toFixed(1)} ms | ${cpu.host.toFixed(1)} ms; ${cpu.database.toFixed(1)} ms |`;
    }),
    '',
    '![Creations a minute: a sheet, and hosts of a quarter of a core](scale.svg)',
    '',
    'Hosts that are held to a quarter of a core each, by pausing them (SIGSTOP) as soon as they have used it:',
    '',
    '| hosts | creations a minute | | the mix a minute | | cores that they used |',
    '|---|---|---|---|---|---|',
    ...scaled.map(
      ({ hosts, create, mix, cores }) =>
        `| ${hosts} | ${whole(create)} | ${times(create, one?.create)} | ${whole(mix)} | ${times(mix, one?.mix)} | ${cores.toFixed(2)} |`,
    ),
    '',
    `Two hosts and the database, killed with -9 in turn, ${survived.kills} times during ${whole(survived.created)} creations: ${survived.lost} lost, ${survived.doubled} doubled, ${survived.duplicateIds} duplicate ids, ${whole(survived.repeated)} repeated by callers, 503 for ${seconds(survived.unavailableMs)} after the database was back, ${survived.withoutRetryAfter} of them without Retry-After; \`total\` was ${survived.isTotalExact ? 'exact' : 'not exact'} afterwards.`,
    '',
  ].join('\n');
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

const BAR = { height: 26, gap: 12, left: 210, width: 420 };

/** Bars from the left, on a scale that begins at zero. */
function toChart({ sheet, scaled }: Figures): string {
  const bars = [
    { label: 'a sheet, modelled', value: sheet.create?.perMinute ?? 0, color: '#b08900' },
    ...scaled.map(({ hosts, create }) => ({
      label: hosts === 1 ? 'one host of 1/4 core' : `${hosts} hosts of 1/4 core`,
      value: create,
      color: '#2f6f4f',
    })),
  ];
  const most = Math.max(...bars.map(({ value }) => value));
  const lines = bars.flatMap(({ label, value, color }, index) => {
    const y = 44 + index * (BAR.height + BAR.gap);
    const width = Math.max(2, (value / most) * BAR.width);
    return [
      `<text x="${BAR.left - 12}" y="${y + 18}" text-anchor="end">${label}</text>`,
      `<rect x="${BAR.left}" y="${y}" width="${width.toFixed(1)}" height="${BAR.height}" rx="3" fill="${color}"/>`,
      `<text x="${(BAR.left + width + 8).toFixed(1)}" y="${y + 18}">${whole(value)}</text>`,
    ];
  });
  const height = 44 + bars.length * (BAR.height + BAR.gap);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 ${height}" font-family="system-ui, sans-serif" font-size="14" fill="#444">`,
    '<title>Leads created in a minute: a sheet, and hosts of a quarter of a core</title>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    '<text x="12" y="26" font-weight="600">Leads created in a minute</text>',
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}
