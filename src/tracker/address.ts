/**
 * An address as mail really carries it: also without a dot in its domain, and beyond ASCII (RFC 6532). Whatever
 * could end an address in a search or a header is refused.
 */
const ADDRESS =
  /^[^\s@"(),:;<>[\]\\]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u;

export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}
