import { useMemo, useState } from 'preact/hooks';
import { type Part, splitQuotes } from './quotes';
import { Text } from './text';

/** What is shown at once of a body; laying out much more would hold the page up. */
const SHOWN = 20_000;

export function Body({ body, subject }: { body: string; subject: string }) {
  const [shown, setShown] = useState(SHOWN);
  const parts = useMemo(
    () => splitQuotes(body.slice(0, shown), subject).map((part, at) => <Piece key={at} {...part} />),
    [body, shown, subject],
  );
  const rest = body.length - shown;
  return (
    <>
      {body.trim() ? parts : <p class="soft">No text.</p>}
      {rest > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(body.length)}>
          Show the rest ({rest.toLocaleString()} characters)
        </button>
      )}
    </>
  );
}

function Piece({ text, isQuoted }: Part) {
  // Blank lines above and below are the gaps between pieces.
  const words = text.replace(/^(\s*\n)+/, '').trimEnd();
  if (!isQuoted) return words ? <Text text={words} /> : null;
  return (
    <details class="quoted">
      <summary>Quoted text</summary>
      <Text text={words} />
    </details>
  );
}
