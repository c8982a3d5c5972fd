import { foldText } from './search';

/** The text with all occurrences of the words marked, whatever their case and accents. */
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

/** Where the words are, from start to end; the words are folded. */
export function findWords(text: string, words: readonly string[]): [start: number, end: number][] {
  if (words.length === 0) return [];
  const { folded, places } = foldWithPlaces(text);
  const found: [number, number][] = [];
  for (let at = 0; at < folded.length; ) {
    const word = words.find((one) => folded.startsWith(one, at));
    if (word) found.push([places[at] ?? 0, places[at + word.length] ?? text.length]);
    at += word?.length ?? 1;
  }
  return found;
}

/** The folded text, and where in the text each of its characters stands. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = '';
  let place = 0;
  const places: number[] = [];
  for (const character of text) {
    const own = foldText(character);
    if (own !== ' ' || !folded.endsWith(' ')) {
      folded += own;
      for (let at = 0; at < own.length; at++) places.push(place);
    }
    place += character.length;
  }
  return { folded, places };
}
