/** A line of the tab Health, or one of its lights: what it is about, `OK`, and all that it says. */
export interface HealthRow {
  label: string;
  state: string;
  text: string;
}

export function toHealthRows(cells: readonly (readonly string[])[]): HealthRow[] {
  return cells.map(([label = '', state = '', ...texts]) => ({
    label,
    state,
    text: texts.filter((text) => text !== '').join(' '),
  }));
}

/** What Health says of each thing that it has looked at; of several lines about one, the last. */
export function healthTexts(cells: readonly (readonly string[])[]): Record<string, string> {
  return Object.fromEntries(toHealthRows(cells).map(({ label, text }) => [label, text]));
}
