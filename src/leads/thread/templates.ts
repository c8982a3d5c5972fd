/** Values that a template fills in; an empty one is not known. */
export type Blanks = Record<(typeof BLANKS)[number], string>;
export const BLANKS = ['name', 'vehicle', 'agent'] as const;

/** Fills in {name}, {vehicle} and {agent}. Returns the names of those that are not known, too. */
export function fillTemplate(template: string, values: Blanks): { text: string; missing: string[] } {
  const missing = BLANKS.filter((name) => template.includes(`{${name}}`) && values[name] === '');
  const text = template.replace(/\{(name|vehicle|agent)\}/g, (_, name: keyof Blanks) => values[name]);
  return { text, missing };
}
