import { HttpError } from './http-error';
import type { Request } from './request';

/** The version that a change is meant for: `If-Match: "v7"`, as the ETag said it. Without it, or with `*`, any. */
export function expectedVersion({ headers }: Request): { ifVersion?: number } {
  const tag = headers['if-match']?.trim();
  if (tag === undefined || tag === '*') return {};
  const [, digits] = /^"?v?(\d{1,15})"?$/.exec(tag) ?? [];
  if (digits) return { ifVersion: Number(digits) };
  const message = `If-Match must be an ETag such as "v7" (got ${tag.slice(0, 80)}).`;
  throw new HttpError(412, 'precondition_failed', message, { param: 'if-match' });
}
