/** UrlFetchApp accepts 2,082 characters. */
const MAX_CHARACTERS = 2_000;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Letters only, or Punycode: parsers read a host with a numeric last label, in any notation, as an IP address. */
const LAST_LABEL = '(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])';
/** Excludes what parsers read differently: backslashes, blanks, a query right after the host. */
const PATH = '(?:/[!"$-[\\]-~]*)?';

const PUBLIC = new RegExp(`^https://((?:${LABEL}\\.)+${LAST_LABEL})(?::(?:443|8443))?${PATH}$`, 'i');
const LOCAL = /^https?:\/\/[\w.-]+(?::(\d{1,5}))?(?:\/[!-~]*)?$/i;

/** Names in private networks (RFC 6761, 6762, 8375 and common usage). */
const PRIVATE =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/i;

/** Tells whether `allowLocalPushes` opens a port of this machine: `yes` stands for all, and numbers for themselves. */
export function allowsPort(setting = '', port = ''): boolean {
  return setting === 'yes' || (port !== '' && setting.split(' ').includes(port));
}

/**
 * Undefined for a URL that may be pushed to. It needs a public host name: IP addresses could be private, and nobody gets a
 * certificate for a private name. What a name resolves to cannot be found out here.
 */
export function findUrlProblem(
  url: string,
  { localPorts }: { localPorts?: string | undefined },
): string | undefined {
  if (url.length > MAX_CHARACTERS) return `must be at most ${MAX_CHARACTERS} characters (got ${url.length}).`;
  const [local, port] = LOCAL.exec(url) ?? [];
  if (local && allowsPort(localPorts, port)) return undefined;
  const [, host] = PUBLIC.exec(url) ?? [];
  if (host !== undefined && host.length <= 253 && !PRIVATE.test(host)) return undefined;
  return 'must be an https:// URL with a public host name, such as https://pos.example.com/orders. IP addresses, names of private networks, user names, and ports other than 443 and 8443 are not allowed.';
}
