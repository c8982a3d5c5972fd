/** Marks that turn the direction of text around, by which a name can pretend to be another one (Unicode TR 36). */
const MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name or a subject with such characters shown as what they are: `[U+202E]`. */
export function showMarks(text: string): string {
  return text.replace(MARKS, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`);
}
