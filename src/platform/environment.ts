/** Settings from outside of the desk, which count before those that its owner has entered. On Google there are none. */
export function environmentSettings(): Readonly<Record<string, string>> {
  return {};
}
