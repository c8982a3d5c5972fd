import { EXECUTION_TTL_MS, properties } from '../../platform/platform';

/** The claim of a request on the row that it makes, by the hash of its idempotency key. */
export interface Claim {
  hash: string;
  number: number;
  row: number;
  /** Epoch seconds. */
  at: number;
  /** Number of rows, this one and those that follow. */
  count: number;
}

/** State of the rows that are being made in a table: one script property, read and set under the lock. */
export interface Sequence {
  /** The number of the next row, and the place for it. */
  next: number;
  row: number;
  /** Epoch ms of the last allocation. */
  at: number;
  /** Every claim made since then is in `claims`; epoch seconds. */
  since: number;
  claims: readonly Claim[];
}

/** After that its execution cannot still be writing its row. */
export const CLAIM_TTL_MS = EXECUTION_TTL_MS;

/** A property holds 9,000 bytes; a claim takes some thirty. */
const MAX_CLAIMS = 200;

/** Undefined where there is none, or nothing that can be one. */
export function readSequence(tab: string): Sequence | undefined {
  const stored = properties().getProperty(propertyOf(tab));
  if (stored === null) return undefined;
  const [next = 0, row = 0, at = 0, since = 0, ...claims] = stored.split(' ');
  const numbers = [next, row, at, since].map(Number);
  if (!numbers.every(Number.isSafeInteger)) return undefined;
  const sequence = { next: Number(next), row: Number(row), at: Number(at), since: Number(since) };
  return sequence.next > 0 && sequence.row > 1 ? { ...sequence, claims: claims.map(toClaim) } : undefined;
}

export function writeSequence(tab: string, { next, row, at, since, claims }: Sequence): void {
  const dropped = claims.slice(0, -MAX_CLAIMS);
  const covered = Math.max(since, ...dropped.map((claim) => claim.at));
  const stored = claims.slice(-MAX_CLAIMS).map(fromClaim);
  properties().setProperty(propertyOf(tab), [next, row, at, covered, ...stored].join(' '));
}

/** No allocated row can still be waiting to be written. */
export function isQuiet(sequence: Sequence | undefined): boolean {
  return !sequence || Date.now() - sequence.at > CLAIM_TTL_MS;
}

/** Lets requests that claimed these numbers be made again, as new ones, under the lock, since they have no row. */
export function expireClaim(tab: string, ...numbers: readonly (number | undefined)[]): void {
  const sequence = readSequence(tab);
  if (!sequence?.claims.some((claim) => numbers.includes(claim.number))) return;
  const before = Math.floor((Date.now() - CLAIM_TTL_MS) / 1_000) - 1;
  const expired = (claim: Claim) =>
    numbers.includes(claim.number) ? { ...claim, at: Math.min(claim.at, before) } : claim;
  writeSequence(tab, { ...sequence, claims: sequence.claims.map(expired) });
}

/** Sheets that are in use have the sequence under this name. */
function propertyOf(tab: string): string {
  return `counter ${tab}`;
}

function toClaim(text: string): Claim {
  const [hash = '', ...numbers] = text.split('.');
  const [number = 0, row = 0, at = 0, count = 1] = numbers.map((digits) => Number.parseInt(digits, 36));
  return { hash, number, row, at, count };
}

function fromClaim({ hash, number, row, at, count }: Claim): string {
  const numbers = [number, row, at, ...(count > 1 ? [count] : [])];
  return [hash, ...numbers.map((one) => one.toString(36))].join('.');
}

export function epochSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
