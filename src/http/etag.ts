import { digest } from '../platform/platform';
import { HttpError } from './http-error';
import type { Request } from './route';

/** `"v7"` for a resource with a version; for anything else a digest of the body, if there is one. */
export function toEtag(value: unknown, body: string | undefined): string | undefined {
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && Number.isInteger(version)) return `"v${version}"`;
  return body === undefined ? undefined : `"${digest(body, 22)}"`;
}

/** Whether `If-None-Match` names the ETag: `*`, or a list, in which weak ones count too. */
export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}

/** The version that `If-Match: "v7"` asks for; any version without the header, or with `*`. */
export function ifMatch({ headers }: Request): { ifVersion?: number } {
  const etag = headers['if-match']?.trim();
  if (etag === undefined || etag === '*') return {};
  const [, digits] = /^"?v?(\d{1,15})"?$/.exec(etag) ?? [];
  if (digits) return { ifVersion: Number(digits) };
  const message = `If-Match must be an ETag such as "v7" (got ${etag.slice(0, 80)}).`;
  throw new HttpError(412, 'precondition_failed', message, { param: 'if-match' });
}
