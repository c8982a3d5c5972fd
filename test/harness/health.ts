/** A line of the tab Health, or one of its lights: what it is about, `OK`, and all that it says. */
export interface HealthRow {
  label: string;
  state: string;
  text: string;
}

const COPY = 'To get help, copy this cell';
const LINE = /^(OK|Warning|Problem): ([^:]+): (.*)$/s;

/** The lights of the tab, then each line of the text to copy. */
export function toHealthRows(cells: readonly (readonly string[])[]): HealthRow[] {
  const text = cells.find(([label]) => label === COPY)?.[2] ?? '';
  const lines = text.split(/\n(?=(?:OK|Warning|Problem): )/).flatMap((line): HealthRow[] => {
    const [, state = '', label = '', said = ''] = LINE.exec(line) ?? [];
    return state === '' ? [] : [{ label, state, text: said }];
  });
  const labels = new Set([COPY, ...lines.map(({ label }) => label)]);
  const lights = cells.flatMap(([label = '', state = '', ...texts]): HealthRow[] =>
    labels.has(label) ? [] : [{ label, state, text: texts.filter(Boolean).join(' ') }],
  );
  return [...lights, ...lines];
}

/** What Health says of each thing that it has looked at; of several lines about one, the last. */
export function healthTexts(cells: readonly (readonly string[])[]): Record<string, string> {
  return Object.fromEntries(toHealthRows(cells).map(({ label, text }) => [label, text]));
}
