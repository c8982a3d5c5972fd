import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** Folders whose comments begin with a noun or a verb. Others are added once theirs do. */
const DONE = [
  'deploy',
  'gateway',
  'host',
  'local',
  'runtime',
  'src',
  'tools',
  'web/customer',
  'web/owner',
  'web/shared',
  'web/staff',
];

/** First words of a fragment: the reader has to guess its subject from the code below. */
const FRAGMENT =
  /^(of|those|what|whether|as|by|in|where|that|who|whom|whoever|whatever|how|when|why|so|also|with|without|for|from|on|to|at|it|they|its|their|since|until|unless|because|if|once|such|some)$/i;

/** First words of the comments of a file, with their lines. Comments at the end of a line of code are not among them. */
function firstWordsIn(text: string): { line: number; word: string }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, mark, words = ''] = /^\s*(\/\*\*?|\/\/)\s?(.*)$/.exec(line) ?? [];
    const isLater = mark === '//' && /^\s*\/\//.test(lines[at - 1] ?? '');
    if (mark === undefined || isLater) return [];
    const [, word] = /^([A-Za-z]+)/.exec(words || (lines[at + 1] ?? '').replace(/^\s*\*\s?/, '')) ?? [];
    return word === undefined ? [] : [{ line: at + 1, word }];
  });
}

test.each(DONE)('a comment of %s begins with a noun or a verb', (folder) => {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const fragments = files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/node_modules|^(dist|test)\//.test(file))
    .flatMap((file) =>
      firstWordsIn(readFileSync(path.join(ROOT, folder, file), 'utf8'))
        .filter(({ word }) => FRAGMENT.test(word))
        .map(({ line, word }) => `${folder}/${file}:${line} ${word}`),
    );
  expect(fragments).toEqual([]);
});
