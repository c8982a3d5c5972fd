import { toPieces } from './links';

/** Somebody else's text: only what is surely an address can be clicked. */
export function Text({ text }: { text: string }) {
  return (
    <div class="text" dir="auto">
      {toPieces(text).map(({ text: words, href, title, host }, at) =>
        href ? (
          <a key={at} href={href} title={title} target="_blank" rel="noopener noreferrer">
            {words}
            {host && <span class="soft"> (leads to {host})</span>}
          </a>
        ) : (
          words
        ),
      )}
    </div>
  );
}
