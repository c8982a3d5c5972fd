import { useMemo, useState } from 'preact/hooks';
import { ExternalLink } from '../link';
import { findWords, Highlight } from '../list/highlight';
import { TEXTS } from '../texts';
import { usePrinting } from './print';
import { type Part, splitQuotes } from './quotes';

interface BodyProps {
  body: string;
  /** The subject of the message. */
  subject: string;
  /** Words of the search: they are marked. */
  words: readonly string[];
}

/** A URL of http, https or mailto, or an address. Brackets in pairs belong to it, the sentence's punctuation does not. */
const LINK =
  /((?:https?:\/\/|mailto:)(?:[^\s<>"`()[\]]|\([^\s<>"`()]*\)|\[[^\s<>"`[\]]*\])*(?:[^\s<>"`()[\]}.,;:!?'*_\u2019\u201d\u00bb\u2026]|\([^\s<>"`()]*\))|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)/i;

/** Longer bodies are cut at first: laying them out would block the page. */
const MAX_CHARACTERS = 20_000;

export function Body({ body, subject, words }: BodyProps) {
  const [isWhole, setWhole] = useState(false);
  const isPrinting = usePrinting();
  const shown = isWhole || isPrinting ? body.length : MAX_CHARACTERS;
  const parts = useMemo(
    () =>
      splitQuotes(body.slice(0, shown), subject).map((part, at) => (
        <BodyPart key={at} part={part} words={words} />
      )),
    [body, shown, subject, words],
  );
  const rest = body.length - shown;
  return (
    <>
      {body.trim() ? parts : <p class="soft">{TEXTS.case.noText}</p>}
      {rest > 0 && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {TEXTS.case.showRest(rest)}
        </button>
      )}
    </>
  );
}

function BodyPart({ part: { text, kind }, words }: { part: Part; words: readonly string[] }) {
  // Blank lines around a part are the gaps between parts.
  const trimmed = text.replace(/^(\s*\n)+/, '').trimEnd();
  if (!trimmed) return null;
  if (kind === 'own') return <Text text={trimmed} words={words} />;
  return (
    <details class="quoted" open={findWords(trimmed, words).length > 0}>
      <summary>{kind === 'quoted' ? TEXTS.case.quotedText : TEXTS.case.signature}</summary>
      <Text text={trimmed} words={words} />
    </details>
  );
}

/** Text from outside: nothing in it becomes markup, and only URLs and addresses become links. */
function Text({ text, words }: { text: string; words: readonly string[] }) {
  return (
    <div class="text" dir="auto">
      {text
        .split(LINK)
        .map((piece, at) =>
          at % 2 ? (
            <TextLink key={at} text={piece} words={words} />
          ) : (
            <Highlight key={at} text={piece} words={words} />
          ),
        )}
    </div>
  );
}

/** Shows the true host where a URL pretends another: `https://bank.example@evil.example`. */
function TextLink({ text, words }: { text: string; words: readonly string[] }) {
  const url = /^(https?|mailto):/i.test(text) ? text : `mailto:${text}`;
  if (!URL.canParse(url)) return <Highlight text={text} words={words} />;
  const { href, protocol, host, pathname } = new URL(url);
  return (
    <ExternalLink href={href} title={host ? TEXTS.case.opensHost(host) : TEXTS.case.writeTo(pathname)}>
      <Highlight text={text} words={words} />
      {!text.toLowerCase().startsWith(`${protocol}//${host}`) && host && (
        <span class="soft"> ({TEXTS.case.opensHost(host).toLowerCase()})</span>
      )}
    </ExternalLink>
  );
}
