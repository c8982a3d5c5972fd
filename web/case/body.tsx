import { useMemo, useState } from 'preact/hooks';
import { type Part, splitQuotes } from './quotes';
import { Text } from './text';

/** What is shown at once of a body; laying out much more would hold the page up. */
const SHOWN = 20_000;

export function Body({ body, subject }: { body: string; subject: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? body : beginningOf(body);
  const parts = useMemo(() => splitQuotes(shown, subject), [shown, subject]);
  if (body.trim() === '') return <p class="soft">No text.</p>;
  return (
    <>
      {parts.map((part, at) => (part.isQuoted ? <Quoted key={at} {...part} /> : <Said key={at} {...part} />))}
      {shown.length < body.length && (
        <button type="button" class="quiet" onClick={() => setIsWhole(true)}>
          Show the rest ({(body.length - shown.length).toLocaleString()} characters)
        </button>
      )}
    </>
  );
}

function Said({ text }: Part) {
  return <Text text={withoutEdges(text)} />;
}

function Quoted({ text }: Part) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div class="quoted">
      <button type="button" class="quiet small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide quoted text' : 'Show quoted text'}
      </button>
      {isOpen && <Text text={withoutEdges(text)} />}
    </div>
  );
}

/** Up to the end of a line, if there is one, and never through a character. */
function beginningOf(body: string): string {
  if (body.length < SHOWN * 1.2) return body;
  const line = body.lastIndexOf('\n', SHOWN);
  if (line > SHOWN / 2) return body.slice(0, line);
  const isHigh = /[\ud800-\udbff]/.test(body.charAt(SHOWN - 1));
  return body.slice(0, isHigh ? SHOWN - 1 : SHOWN);
}

/** Blank lines above and below are the gaps between parts. */
function withoutEdges(text: string): string {
  return text.replace(/^(\s*\n)+/, '').trimEnd();
}
