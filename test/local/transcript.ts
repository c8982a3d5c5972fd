import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../harness/local';

/** What a document prints to be typed, and the answers that it prints below. */
export interface Transcript {
  script: string;
  answers: string[];
}

/** The code blocks of a document from some words to others, with these texts in place of those that are printed. */
export function readTranscript(
  file: string,
  { from, to, places }: { from: string; to?: string; places: Readonly<Record<string, string>> },
): Transcript {
  const [, rest = ''] = readFileSync(path.join(ROOT, file), 'utf8').split(from);
  const [part = ''] = to === undefined ? [rest] : rest.split(to);
  const filled = Object.entries(places).reduce(
    (told, [printed, here]) => told.replaceAll(printed, here),
    part,
  );
  const lines = [...filled.matchAll(/^```\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.split('\n'),
  );
  return {
    script: lines.filter((line) => !isAnswer(line)).join('\n'),
    answers: lines.filter(isAnswer),
  };
}

/** An answer stands on a line of its own, as it came. */
function isAnswer(line: string): boolean {
  return line.startsWith('{"');
}

/** Node here, and a curl of the tests' own. */
const COMMANDS = `node() { "${process.execPath}" "$@"; }
curl() { node "${path.join(__dirname, 'curl.mjs')}" "$@"; }
`;

/** All that is printed. What was left running ends with the script. @throws where a command fails */
export async function type(script: string): Promise<string> {
  const shell = spawn('/bin/sh', ['-e', '-c', COMMANDS + script], { detached: true });
  const ended = new Promise<number | null>((resolve) => shell.once('exit', resolve));
  const printed = Promise.all([text(shell.stdout), text(shell.stderr)]);
  const code = await ended;
  endGroup(shell.pid);
  const [out, trouble] = await printed;
  if (code !== 0) throw new Error(`${trouble}\n${out}`);
  return out;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Answers in their order; `…` stands for what is another each time, or too long to print. */
export function toPattern(answers: readonly string[]): RegExp {
  const literal = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const patterns = answers.map((answer) => answer.split('…').map(literal).join('[\\s\\S]*?'));
  return new RegExp(patterns.join('[\\s\\S]*?'));
}
