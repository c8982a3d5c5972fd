import type { Settings } from '../tables';

/**
 * An address as mail really has it: also without a dot in its domain, and beyond ASCII (RFC 6532). Whatever could end
 * an address in a search or a header is refused, and so are a pattern, two dots in a row and one in front.
 */
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[^\s@"(),:;<>[\]\\*]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u;

/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const MAX_ADDRESS_LENGTH = 254;

export function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text);
}

/** Whether it can stand behind the @ of an address. */
export function isDomain(text: string): boolean {
  return isAddress(`x@${text}`);
}

/** As a domain is stored: people also write it with the @. */
export function toDomain(text: string): string {
  return text.trim().replace(/^@/, '').toLowerCase();
}

/** Whose mail becomes cases: addresses, and domains with an @ in front. What was typed into the tab and is neither is no one. */
export function trackedBy({ senders, domains }: Pick<Settings, 'senders' | 'domains'>): string[] {
  const addresses = senders.map((sender) => sender.toLowerCase()).filter(isAddress);
  const whole = domains.map(toDomain).filter(isDomain);
  return [...new Set([...addresses, ...whole.map((domain) => `@${domain}`)])];
}

/** A domain has all addresses that end in it, but for those of its subdomains and the mailbox's own. */
export function isTracked(sender: string, tracked: ReadonlySet<string>, own: string): boolean {
  return tracked.has(sender) || (sender !== own && tracked.has(sender.slice(sender.lastIndexOf('@'))));
}
