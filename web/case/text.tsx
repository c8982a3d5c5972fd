import { Outside } from '../outside';

/** Of http, https or mailto; brackets in pairs belong to it, the punctuation of the sentence does not. */
const ADDRESS =
  /((?:https?:\/\/|mailto:)(?:[^\s<>"`()[\]]|\([^\s<>"`()]*\)|\[[^\s<>"`[\]]*\])*(?:[^\s<>"`()[\]}.,;:!?'*_\u2019\u201d\u00bb\u2026]|\([^\s<>"`()]*\))|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)/i;

/** Somebody else's text: only what is surely an address can be clicked. */
export function Text({ text }: { text: string }) {
  return (
    <div class="text" dir="auto">
      {text.split(ADDRESS).map((piece, at) => (at % 2 ? <Address key={at} text={piece} /> : piece))}
    </div>
  );
}

/** Tells where it truly leads; aloud, where it makes believe otherwise: `https://bank.example@evil.example`. */
function Address({ text }: { text: string }) {
  const address = /^(https?|mailto):/i.test(text) ? text : `mailto:${text}`;
  if (!URL.canParse(address)) return <>{text}</>;
  const { href, protocol, host, pathname } = new URL(address);
  return (
    <Outside href={href} title={host ? `Opens ${host}` : `Write to ${pathname}`}>
      {text}
      {!text.toLowerCase().startsWith(`${protocol}//${host}`) && host && (
        <span class="soft"> (leads to {host})</span>
      )}
    </Outside>
  );
}
