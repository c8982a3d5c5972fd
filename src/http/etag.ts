import { digest } from '../platform/platform';
import { HttpError } from './http-error';
import type { Request } from './route';

/** `"v7"` for what has a version; for the rest a hash of what is answered, where one is given. */
export function toEtag(value: unknown, body: string | undefined): string | undefined {
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && Number.isInteger(version)) return `"v${version}"`;
  return body === undefined ? undefined : `"${digest(body, 22)}"`;
}

/** Whether `If-None-Match` names the tag: `*`, or a list of tags, weak ones too. */
export function matchesEtag(tag: string, ifNoneMatch: string | undefined): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(tag);
}

/** The version that a change is meant for: `If-Match: "v7"`, as the ETag said it. Without it, or with `*`, any. */
export function ifMatch({ headers }: Request): { ifVersion?: number } {
  const tag = headers['if-match']?.trim();
  if (tag === undefined || tag === '*') return {};
  const [, digits] = /^"?v?(\d{1,15})"?$/.exec(tag) ?? [];
  if (digits) return { ifVersion: Number(digits) };
  const message = `If-Match must be an ETag such as "v7" (got ${tag.slice(0, 80)}).`;
  throw new HttpError(412, 'precondition_failed', message, { param: 'if-match' });
}
