import { digest } from '../platform/platform';

/** `"v7"` for what has a version; for the rest a hash of what is answered, where one is given. */
export function tagOf(value: unknown, body: string | undefined): string | undefined {
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && Number.isInteger(version)) return `"v${version}"`;
  return body === undefined ? undefined : `"${digest(body, 22)}"`;
}

/** Whether `If-None-Match` names the tag: `*`, or a list of tags, weak ones too. */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(tag);
}
