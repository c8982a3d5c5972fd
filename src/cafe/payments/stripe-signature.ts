import { isEqual } from '../../http/constant-time';

export interface Signed {
  /** Raw, as it came. */
  payload: string;
  /** `Stripe-Signature` */
  header: string | undefined;
  /** Any of them will do. */
  secrets: readonly string[];
  /** Epoch ms. */
  now: number;
}

export type SignatureTrouble = 'missing' | 'malformed' | 'wrong' | 'too old';

/** Either way: clocks differ, and what was signed for later would be good for longer. */
const TOLERANCE_SECONDS = 300;

/** https://docs.stripe.com/webhooks/signature; undefined where all is well. */
export function findSignatureTrouble({
  payload,
  header,
  secrets,
  now,
}: Signed): SignatureTrouble | undefined {
  if (!header) return 'missing';
  const { time, signatures } = parseHeader(header);
  if (time === undefined || signatures.length === 0) return 'malformed';
  const expected = secrets.map((secret) => sign(`${time}.${payload}`, secret));
  const matches = expected.flatMap((one) => signatures.filter((given) => isEqual(one, given)));
  if (matches.length === 0) return 'wrong';
  return Math.abs(Math.floor(now / 1000) - Number(time)) > TOLERANCE_SECONDS ? 'too old' : undefined;
}

/** `t=1700000000,v1=5257a8...,v1=...,v0=...`: two secrets in use make two signatures, other schemes are ignored. */
function parseHeader(header: string): { time: string | undefined; signatures: string[] } {
  const fields = header.split(',').map((field) => field.split('='));
  const valuesOf = (scheme: string) => fields.flatMap(([name, value = '']) => (name === scheme ? value : []));
  const time = valuesOf('t').pop();
  return { time: time !== undefined && /^\d+$/.test(time) ? time : undefined, signatures: valuesOf('v1') };
}

/** In hexadecimal. */
function sign(text: string, secret: string): string {
  const bytes = Utilities.computeHmacSha256Signature(text, secret, Utilities.Charset.UTF_8);
  return bytes.map((byte) => (byte & 0xff).toString(16).padStart(2, '0')).join('');
}
