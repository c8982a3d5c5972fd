/** Values that a template fills in; an empty one is not known. */
export type Blanks = Record<(typeof BLANKS)[number], string>;
export const BLANKS = ['name', 'vehicle', 'agent', 'appointment'] as const;

/** Fills in the blanks, such as {name}. Returns the names of those that are not known, too. */
export function fillTemplate(template: string, values: Blanks): { text: string; missing: string[] } {
  const missing = BLANKS.filter((name) => template.includes(`{${name}}`) && values[name] === '');
  const blank = new RegExp(`\\{(${BLANKS.join('|')})\\}`, 'g');
  const text = template.replace(blank, (_, name: keyof Blanks) => values[name]);
  return { text, missing };
}
