const MAX_CHARACTERS = 120;

/** A value as a message shows it, which stays readable whatever was given. */
export function quote(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(truncate(value))
    : truncate(String(JSON.stringify(value)));
}

/** Cut where it is longer, and marked as cut. */
export function truncate(text: string, maxCharacters = MAX_CHARACTERS): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
