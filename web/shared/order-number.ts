/** `O-1234` of `O-1234-<22 characters>`: with those somebody else could read the order. */
export function wholeNumber(id: string): string {
  return /^O-\d+/.exec(id)?.[0] ?? id;
}

/** Returns the number that the cafe calls out: the last three digits, `007` for O-7. */
export function callNumber(id: string): string {
  return wholeNumber(id).replace(/\D/g, '').slice(-3).padStart(3, '0');
}
