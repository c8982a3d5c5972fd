import { toASCII, toUnicode } from 'punycode/punycode.js';

/**
 * An address as mail really has it: also without a dot in its domain, with an underscore in it, and beyond ASCII (RFC 6532).
 * Whatever could end an address in a search or a header is refused, and so are a pattern, two dots in a row and one in front.
 */
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[^\s@"(),:;<>[\]\\*]+@[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}_])?(?:\.[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}_])?)*$/u;

/** A name, if any, before an address in angle brackets, as it is copied from a mail. */
const NAMED = /(?<![^\s,;])(?:(?:"[^"\n]*"|[^\s,;<>@"]+)[ \t]+)*(?:"[^"\n]*"|[^\s,;<>@"]+)?<([^<>\s]+)>/g;

/** Lists of the tab Settings that say whose mail becomes cases. */
type Tracked<K extends 'senders' | 'domains' | 'groups'> = Readonly<Record<K, readonly string[]>>;

/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const MAX_ADDRESS_LENGTH = 254;

export function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text);
}

/** True if it can stand behind the @ of an address. */
export function isDomain(text: string): boolean {
  return isAddress(`x@${text}`);
}

/** Converts a domain to how it is stored: people also write it with the @. */
export function toDomain(text: string): string {
  return text.trim().replace(/^@/, '').toLowerCase();
}

/** The addresses of a list that a person has typed, without the names before them. */
export function withoutNames(text: string): string {
  return text.includes('<') ? text.replace(NAMED, ' $1 ') : text;
}

/**
 * Whose mail becomes cases: addresses, and domains with an @ in front, in the form that DNS has. What was typed into the tab
 * and is neither is no one.
 */
export function trackedBy({ senders, domains }: Tracked<'senders' | 'domains'>): string[] {
  const addresses = senders.filter(isAddress);
  const whole = domains.map(toDomain).filter(isDomain);
  return [...new Set([...addresses, ...whole.map((domain) => `@${domain}`)].map(toDns))];
}

/** Addresses and domains that searches look for: those that are tracked, and the groups that pass on mail of theirs. */
export function searchedFor(settings: Tracked<'senders' | 'domains' | 'groups'>): string[] {
  return [...new Set([...trackedBy(settings), ...groupsOf(settings)])];
}

export function groupsOf({ groups }: Tracked<'groups'>): string[] {
  return groups.filter(isAddress).map(toDns);
}

/** A domain has all addresses that end in it, but for those of its subdomains and the mailbox's own. */
export function isTracked(from: string, tracked: ReadonlySet<string>, own: string): boolean {
  const sender = toDns(from);
  return tracked.has(sender) || (sender !== toDns(own) && tracked.has(sender.slice(sender.lastIndexOf('@'))));
}

/** True if it is one of these addresses, whatever the form of its domain. */
export function isOneOf(addresses: readonly string[], address: string): boolean {
  return addresses.includes(toDns(address));
}

/** The forms in which mail may have it: that of DNS, and the one that people read. */
export function formsOf(tracked: string): string[] {
  try {
    return [...new Set([tracked, toUnicode(tracked)])];
  } catch {
    // A domain that begins with xn-- and stands for nothing.
    return [tracked];
  }
}

/** Converts to lower case, with the domain as DNS has it: müller.example is xn--mller-kva.example. */
function toDns(address: string): string {
  const text = address.normalize('NFC').toLowerCase();
  if (text.length > MAX_ADDRESS_LENGTH) return text;
  const start = text.lastIndexOf('@') + 1;
  return `${text.slice(0, start)}${toASCII(text.slice(start))}`;
}
