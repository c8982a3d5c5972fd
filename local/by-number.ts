/** The address of a server on this machine: where localhost is an IPv6 address first, nobody answers there. */
export function byNumber(url: string): string {
  return url.replace('//localhost', '//127.0.0.1');
}
