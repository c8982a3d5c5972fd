/** Placeholder until the list is built. */
export function SearchField() {
  return null;
}
