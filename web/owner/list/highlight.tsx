import { textPattern } from '../../../src/tables/schema/text-pattern';

/** The text with all occurrences of the words marked, as the script finds them. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }) {
  const spans = findWords(text, words);
  if (spans.length === 0) return <>{text}</>;
  const ends = [0, ...spans.map(([, end]) => end)];
  return (
    <>
      {spans.map(([start, end], at) => (
        <span key={start}>
          {text.slice(ends[at], start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends[spans.length])}
    </>
  );
}

/** Finds the words, each from start to end. */
export function findWords(text: string, words: readonly string[]): [start: number, end: number][] {
  const patterns = words.map(textPattern).filter(Boolean);
  if (patterns.length === 0) return [];
  const matches = text.matchAll(new RegExp(patterns.join('|'), 'gu'));
  return [...matches].map(({ 0: match, index }) => [index, index + match.length]);
}
