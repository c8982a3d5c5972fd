import { useMemo, useState } from 'preact/hooks';
import { ExternalLink } from '../link';
import { type Part, splitQuotes } from './quotes';

/** A URL of http, https or mailto, or an address. Brackets in pairs belong to it, the sentence's punctuation does not. */
const LINK =
  /((?:https?:\/\/|mailto:)(?:[^\s<>"`()[\]]|\([^\s<>"`()]*\)|\[[^\s<>"`[\]]*\])*(?:[^\s<>"`()[\]}.,;:!?'*_\u2019\u201d\u00bb\u2026]|\([^\s<>"`()]*\))|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)/i;

/** Longer bodies are cut at first: laying them out would block the page. */
const MAX_CHARACTERS = 20_000;

export function Body({ body, subject }: { body: string; subject: string }) {
  const [shown, setShown] = useState(MAX_CHARACTERS);
  const parts = useMemo(
    () => splitQuotes(body.slice(0, shown), subject).map((part, at) => <BodyPart key={at} {...part} />),
    [body, shown, subject],
  );
  const rest = body.length - shown;
  return (
    <>
      {body.trim() ? parts : <p class="soft">This message has no text.</p>}
      {rest > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(body.length)}>
          Show the rest ({rest.toLocaleString()} characters)
        </button>
      )}
    </>
  );
}

function BodyPart({ text, isQuoted }: Part) {
  // Blank lines around a part are the gaps between parts.
  const trimmed = text.replace(/^(\s*\n)+/, '').trimEnd();
  if (!isQuoted) return trimmed ? <Text text={trimmed} /> : null;
  return (
    <details class="quoted">
      <summary>Quoted text</summary>
      <Text text={trimmed} />
    </details>
  );
}

/** Text from outside: nothing in it becomes markup, and only URLs and addresses become links. */
function Text({ text }: { text: string }) {
  return (
    <div class="text" dir="auto">
      {text.split(LINK).map((piece, at) => (at % 2 ? <TextLink key={at} text={piece} /> : piece))}
    </div>
  );
}

/** Shows the true host where a URL pretends another: `https://bank.example@evil.example`. */
function TextLink({ text }: { text: string }) {
  const url = /^(https?|mailto):/i.test(text) ? text : `mailto:${text}`;
  if (!URL.canParse(url)) return <>{text}</>;
  const { href, protocol, host, pathname } = new URL(url);
  return (
    <ExternalLink href={href} title={host ? `Opens ${host}` : `Write to ${pathname}`}>
      {text}
      {!text.toLowerCase().startsWith(`${protocol}//${host}`) && host && (
        <span class="soft"> (opens {host})</span>
      )}
    </ExternalLink>
  );
}
