/** UrlFetchApp takes 2,082 characters. */
const LONGEST = 2_000;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Letters only, or Punycode: parsers take a host whose last part is a number, in any spelling, for an address. */
const LAST_LABEL = '(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])';
/** Nothing that one parser reads otherwise than another: backslashes, blanks, a query right after the host. */
const PATH = '(?:/[!"$-[\\]-~]*)?';

const PUBLIC = new RegExp(`^https://((?:${LABEL}\\.)+${LAST_LABEL})(?::(?:443|8443))?${PATH}$`, 'i');
const LOCAL = /^https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[!-~]*)?$/i;

/** Names that lead into somebody's own network (RFC 6761, 6762, 8375, and what is usual). */
const PRIVATE =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/i;

/**
 * What is wrong with an address that updates are to be pushed to; undefined where nothing is. Only a public name will
 * do, never an IP address: nobody can get a certificate for a private one. What a name resolves to is not known here.
 */
export function findUrlProblem(url: string, { allowsLocal }: { allowsLocal: boolean }): string | undefined {
  if (url.length > LONGEST) return `must be at most ${LONGEST} characters (got ${url.length}).`;
  if (allowsLocal && LOCAL.test(url)) return undefined;
  const [, host] = PUBLIC.exec(url) ?? [];
  if (host !== undefined && host.length <= 253 && !PRIVATE.test(host)) return undefined;
  return 'must be an https:// URL with a public host name, such as https://pos.example.com/orders. IP addresses, names of private networks, user names, and ports other than 443 and 8443 are not allowed.';
}
