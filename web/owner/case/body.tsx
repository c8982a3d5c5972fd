import { useMemo, useState } from 'preact/hooks';
import { createStore, useStore } from '../../shared/store';
import { ExternalLink } from '../link';
import { findWords, Highlight } from '../list/highlight';
import { TEXTS } from '../texts';
import { type Part, splitQuotes } from './quotes';

/** Paper has no buttons to show the rest with. */
const isPrinting = createStore(false);
addEventListener('beforeprint', () => isPrinting.set(true));
addEventListener('afterprint', () => isPrinting.set(false));

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

/** Line in columns, which blanks or tabs keep apart. */
const COLUMNS = /\S(?: {3,}|\t+)\S/;
const INDENTED = /^ {3,}./;

/** Longer bodies are cut at first: laying them out would block the page. */
const MAX_CHARACTERS = 20_000;

export function Body({ body, subject, words }: BodyProps) {
  const [isWhole, setWhole] = useState(false);
  const isOnPaper = useStore(isPrinting);
  const shown = isWhole || isOnPaper ? body.length : MAX_CHARACTERS;
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

interface TextProps {
  text: string;
  words: readonly string[];
}

/** Text from outside: nothing in it becomes markup, and only URLs and addresses become links. Tables have a fixed width. */
function Text({ text, words }: TextProps) {
  return (
    <div class="text" dir="auto">
      {splitTables(text).map((piece, at) =>
        at % 2 ? (
          <pre key={at}>
            <Linked text={piece} words={words} />
          </pre>
        ) : (
          <Linked key={at} text={piece} words={words} hasNames />
        ),
      )}
    </div>
  );
}

/**
 * Splits text into words, a table, words and so on. A cell may go on between two lines in columns, or indented below. Each line is read
 * for itself, since a pattern over all lines takes a minute for one with thousands of tabs.
 */
function splitTables(text: string): string[] {
  const lines = text.split('\n');
  const isRow = lines.map((line) => COLUMNS.test(line));
  const pieces: string[] = [];
  let end = 0;
  for (let at = 0; at < lines.length; at++) {
    let last = at;
    while (isRow[last] && (isRow[last + 1] || (lines[last + 1] && isRow[last + 2])))
      last += isRow[last + 1] ? 1 : 2;
    if (last === at) continue;
    while (INDENTED.test(lines[last + 1] ?? '')) last++;
    const before = lines.slice(end, at).map((line) => `${line}\n`);
    end = last + 1;
    pieces.push(before.join(''), lines.slice(at, end).join('\n'));
    at = last;
  }
  return [...pieces, lines.slice(end).join('\n')];
}

/** `hasNames`: a URL in brackets is the address of the text before it, so that its host says enough. */
function Linked({ text, words, hasNames = false }: TextProps & { hasNames?: boolean }) {
  const pieces = text.split(LINK);
  return (
    <>
      {pieces.map((piece, at) => {
        if (at % 2 === 0) return <Highlight key={at} text={piece} words={words} />;
        const around = `${pieces[at - 1]?.slice(-1)}${pieces[at + 1]?.[0]}`;
        const isAddress = hasNames && ['[]', '<>'].includes(around);
        return <TextLink key={at} text={piece} words={words} isAddress={isAddress} />;
      })}
    </>
  );
}

/** Shows the true host where a URL pretends another: `https://bank.example@evil.example`. */
function TextLink({ text, words, isAddress }: TextProps & { isAddress: boolean }) {
  const url = /^(https?|mailto):/i.test(text) ? text : `mailto:${text}`;
  if (!URL.canParse(url)) return <Highlight text={text} words={words} />;
  const { href, protocol, host, pathname } = new URL(url);
  if (isAddress && host && findWords(text, words).length === 0)
    return (
      <ExternalLink href={href} title={href}>
        {host}
      </ExternalLink>
    );
  return (
    <ExternalLink href={href} title={host ? TEXTS.case.opensHost(host) : TEXTS.case.writeTo(pathname)}>
      <Highlight text={text} words={words} />
      {!text.toLowerCase().startsWith(`${protocol}//${host}`) && host && (
        <span class="soft"> ({TEXTS.case.opensHost(host).toLowerCase()})</span>
      )}
    </ExternalLink>
  );
}
