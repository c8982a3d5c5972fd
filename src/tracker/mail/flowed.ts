const SIGNATURE = '-- ';

interface Line {
  depth: number;
  text: string;
}

/**
 * Text of `format=flowed` with its paragraphs in one line each (RFC 3676). A line that ends with a space goes on in
 * the next one of the same quote depth; with `isSpaceDeleted` (`delsp=yes`) that space is not part of the text.
 */
export function joinFlowed(text: string, isSpaceDeleted: boolean): string {
  const joined: Line[] = [];
  let isOpen = false;
  for (const { depth, text: line } of text.split('\n').map(toLine)) {
    const last = joined[joined.length - 1];
    const isFlowed = line.endsWith(' ') && line !== SIGNATURE;
    const content = isFlowed && isSpaceDeleted ? line.slice(0, -1) : line;
    if (last && isOpen && last.depth === depth && line !== SIGNATURE) last.text += content;
    else joined.push({ depth, text: content });
    isOpen = isFlowed;
  }
  return joined.map(toText).join('\n');
}

/** The quote marks in front are its depth. A space behind them is there so that the text itself cannot look like one. */
function toLine(line: string): Line {
  const depth = /^>*/.exec(line)?.[0].length ?? 0;
  return { depth, text: line.slice(depth).replace(/^ /, '') };
}

function toText({ depth, text }: Line): string {
  if (depth === 0) return text;
  return `${'>'.repeat(depth)}${text && ' '}${text}`;
}
