import { isEqual } from '../platform/platform';

/** A form's fields in their order; a name may come twice. */
export type Fields = readonly (readonly [string, string])[];

export interface Signed {
  /** The address that was configured, never one that a request tells. */
  url: string;
  fields: Fields;
  signature: string;
  authToken: string;
}

/**
 * X-Twilio-Signature: HMAC-SHA1 over the address and the fields, sorted by name, with nothing in between. Judges as
 * Twilio's own package does: twilio-node, src/webhooks/webhooks.ts.
 */
export function isSignedByTwilio({ url, fields, signature, authToken }: Signed): boolean {
  const { HMAC_SHA_1 } = Utilities.MacAlgorithm;
  const text = toText(fields);
  return withAndWithoutPort(url).some((address) => {
    const charset = Utilities.Charset.UTF_8;
    const bytes = Utilities.computeHmacSignature(HMAC_SHA_1, address + text, authToken, charset);
    return isEqual(Utilities.base64Encode(bytes), signature);
  });
}

/** The same value twice under one name counts once. */
function toText(fields: Fields): string {
  const sorted = [...fields].sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const once = sorted.filter(([name, value], at) => {
    const [before, same] = sorted[at - 1] ?? [];
    return name !== before || value !== same;
  });
  return once.map(([name, value]) => name + value).join('');
}

const ORIGIN = /^(https?:\/\/(?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*))(:\d+)?/i;

/** Twilio leaves the port out at times, and at times writes the one that goes without saying. */
function withAndWithoutPort(url: string): string[] {
  const [whole = '', host = '', port] = ORIGIN.exec(url) ?? [];
  const usual = /^https/i.test(url) ? ':443' : ':80';
  return ['', port ?? usual].map((own) => host + own + url.slice(whole.length));
}

/** `a=1&b=x+y` */
export function parseForm(text: string): Fields {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
