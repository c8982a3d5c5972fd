import type { Cafe } from '../../cafe/cafe';
import { resultOf } from '../../harness/local';
import { withoutTimers } from '../../harness/without-timers';
import { startThread } from '../harness';

export const NEW_ADDRESS = 'https://api.example.com';

const YES = { button: 'YES' } as const;
/** Longer than an execution lives. */
const SETTLING_MS = 400_000;
const MINUTE_MS = 60_000;

/** A lead with each of these notes, from L-1 on. */
export async function addLeads(cafe: Cafe, allNotes: readonly string[]): Promise<void> {
  const count = allNotes.length;
  const rows = allNotes.map((notes, index) => ({
    name: 'Ann',
    phone: `+1555${String(1_230_000 + index)}`,
    notes,
  }));
  const told = await cafe.call('POST /v1/leads/import', { token: cafe.api.tokens.agent, body: { rows } });
  expect(told.body).toMatchObject({ created: count, failed: 0 });
}

/** The owner begins the move. Answers the token. */
export async function beginMove(cafe: Cafe): Promise<string> {
  const answers = [{ text: NEW_ADDRESS }, YES];
  const execution = await cafe.run('moveToDatabase', [], { kind: 'menu', answers });
  resultOf(execution);
  const shown = execution.dialogs.shown.map(({ text }) => text).join('\n');
  return /\w{50}-\w{50}/.exec(shown)?.[0] ?? '';
}

/** Whatever had begun before the move has ended. Of the runs of the timer, which all find that the API moves, the first is made. */
export async function settle(cafe: Cafe): Promise<void> {
  await cafe.later(MINUTE_MS);
  await withoutTimers(cafe.api, () => cafe.later(SETTLING_MS));
}

export interface Ran {
  /** Null where it was killed. */
  code: number | null;
  out: string;
  error: string;
}

export interface MoveRun {
  from: string;
  database: string;
  token: string;
  args?: readonly string[];
  /** Called with all that it has said so far; kills it where this answers true. */
  killWhen?: (said: string) => boolean;
}

/** Runs the command as `npm run graduate` does, in a thread of this process. */
export async function graduate({ from, database, token, args = [], killWhen }: MoveRun): Promise<Ran> {
  const env = { DATABASE_URL: database, MOVE_TOKEN: token };
  const program = startThread('graduate.cjs', ['--from', from, ...args], env);
  const ran: Ran = { code: null, out: '', error: '' };
  program.stdout.on('data', (chunk) => {
    ran.out += chunk;
    if (killWhen?.(ran.out)) program.kill();
  });
  program.stderr.on('data', (chunk) => {
    ran.error += chunk;
  });
  ran.code = await program.ended;
  return ran;
}
