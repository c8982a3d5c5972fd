/** `*`, or a list of ETags, in which weak ones count too (RFC 9110, section 13). */
export function matchesEtag(etag: string, ifNoneMatch: string): boolean {
  const named = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}
