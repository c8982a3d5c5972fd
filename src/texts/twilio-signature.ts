import { isEqual } from '../platform/platform';

/** The fields of a form in their order. A name may occur more than once. */
type Fields = readonly (readonly [string, string])[];

export interface Signed {
  /** URL with the configured public address, as the one that a request names could be anybody's, and the raw query. */
  url: string;
  fields: Fields;
  signature: string;
  authToken: string;
}

/**
 * X-Twilio-Signature is an HMAC-SHA1 of the URL and the fields, sorted by name, without separators. Accepts exactly what
 * twilio-node accepts (src/webhooks/webhooks.ts).
 */
export function isSignedByTwilio({ url, fields, signature, authToken }: Signed): boolean {
  const { HMAC_SHA_1 } = Utilities.MacAlgorithm;
  const text = toSignedText(fields);
  return [url, withEncodedQuery(url)].flatMap(withAndWithoutPort).some((address) => {
    const charset = Utilities.Charset.UTF_8;
    const bytes = Utilities.computeHmacSignature(HMAC_SHA_1, address + text, authToken, charset);
    return isEqual(Utilities.base64Encode(bytes), signature);
  });
}

/** A value that occurs twice under the same name counts once. */
function toSignedText(fields: Fields): string {
  const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  const sorted = [...fields].sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const unique = sorted.filter(([name, value], index) => {
    const [previousName, previousValue] = sorted[index - 1] ?? [];
    return name !== previousName || value !== previousValue;
  });
  return unique.map(([name, value]) => name + value).join('');
}

const ORIGIN = /^(https?:\/\/(?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*))(:\d+)?/i;

/** Twilio sometimes omits the port and sometimes adds the default one. */
function withAndWithoutPort(url: string): string[] {
  const [whole = '', host = '', port] = ORIGIN.exec(url) ?? [];
  const defaultPort = /^https/i.test(url) ? ':443' : ':80';
  return ['', port ?? defaultPort].map((suffix) => host + suffix + url.slice(whole.length));
}

/** Twilio signs some queries as it encodes them itself, with what occurs twice side by side. */
function withEncodedQuery(url: string): string {
  const at = url.indexOf('?') + 1;
  if (at === 0) return url;
  const fields = parseForm(url.slice(at));
  const names = [...new Set(fields.map(([name]) => name))];
  const pairs = names.flatMap((one) => fields.filter(([name]) => name === one));
  return url.slice(0, at) + pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
}

/** `a=1&b=x+y` */
export function parseForm(text: string): Fields {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
  });
}

/** Text that is wrongly encoded stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}
