import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../harness/local';

/** What a document says to type, and what it says comes of that. */
export interface Transcript {
  /** Each can be pasted for itself. */
  scripts: string[];
  answers: string[];
}

/** The blocks of a document from some words to others, with these texts in place of those that are printed. */
export function readTranscript(
  file: string,
  { from = '', to, places }: { from?: string; to?: string; places: Readonly<Record<string, string>> },
): Transcript {
  const whole = readFileSync(path.join(ROOT, file), 'utf8');
  const rest = whole.slice(whole.indexOf(from));
  const [part = ''] = to === undefined ? [rest] : rest.split(to);
  const filled = Object.entries(places).reduce(
    (told, [printed, here]) => told.replaceAll(printed, here),
    part,
  );
  const blocks = [...filled.matchAll(/^ *```(sh|json)\n([\s\S]*?)^ *```$/gm)];
  const blocksOf = (language: string) =>
    blocks.filter(([, one]) => one === language).map(([, , block = '']) => block);
  return {
    scripts: blocksOf('sh'),
    answers: blocksOf('json').flatMap((block) => block.trim().split(/\n\s*/)),
  };
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
