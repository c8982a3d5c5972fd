interface Props {
  text: string;
  /** What was searched for in it. */
  part: string | undefined;
}

/** A text in which what was searched for is marked, letter case aside. */
export function Marked({ text, part }: Props) {
  if (!part) return <>{text}</>;
  const pieces = text.split(new RegExp(`(${part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`, 'iu'));
  // Split by a pattern in brackets, every second piece is a match.
  return <>{pieces.map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))}</>;
}
