/**
 * An address as mail really carries it: also without a dot in its domain, and beyond ASCII (RFC 6532). Whatever
 * could end an address in a search or a header is refused.
 */
const ADDRESS =
  /^[^\s@"(),:;<>[\]\\]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u;

/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const MOST_CHARACTERS = 254;

export function isAddress(text: string): boolean {
  return text.length <= MOST_CHARACTERS && ADDRESS.test(text);
}
