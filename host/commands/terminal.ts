import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Question } from '../services/dialogs';

/** The terminal on which a command asks and tells. */
interface Terminal {
  /** The next answer that was given with the command, or else what a person types; undefined where there is none. */
  ask(question: Question): Promise<string | undefined>;
  print(text: string): void;
  /** The question that nobody answered. */
  unanswered(): string | undefined;
  /** Answers that nobody asked for. */
  unused(): readonly string[];
  close(): void;
}

/** The streams that a process reads and writes. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
}

/** Questions go to stderr, so that stdout has the results alone. */
export function openTerminal(given: readonly string[], { stdin, stdout, stderr }: Streams): Terminal {
  const answers = [...given];
  let unanswered: string | undefined;
  let typed: { lines: AsyncIterator<string>; close(): void } | undefined;

  const readLine = async (): Promise<string | undefined> => {
    typed ??= openInput({ stdin, stdout, stderr });
    const { value, done } = await typed.lines.next();
    return done ? undefined : value;
  };
  return {
    async ask({ kind, title, text }) {
      const isGiven = answers.length > 0;
      if (!isGiven) stderr.write(`${title}\n\n${text}${kind === 'yes or no' ? ' (yes or no)' : ''} `);
      for (;;) {
        const answer = isGiven ? answers.shift() : await readLine();
        if (answer === undefined) {
          unanswered ??= text.split('\n').at(-1);
          return undefined;
        }
        const known = kind === 'text' ? answer : toYesOrNo(answer);
        if (known !== undefined) return known;
        if (isGiven) throw new Error(`"${title}" must be answered with yes or no (got "${answer}").`);
        stderr.write('Answer with yes or no: ');
      }
    },
    print: (text) => stdout.write(`${text}\n`),
    unanswered: () => unanswered,
    unused: () => answers,
    close: () => typed?.close(),
  };
}

function openInput({ stdin: input, stderr: output }: Streams) {
  const lines = createInterface(input.isTTY ? { input, output } : { input });
  return { lines: lines[Symbol.asyncIterator](), close: () => lines.close() };
}

function toYesOrNo(answer: string): 'yes' | 'no' | undefined {
  if (/^y(es)?$/i.test(answer.trim())) return 'yes';
  return /^no?$/i.test(answer.trim()) ? 'no' : undefined;
}
