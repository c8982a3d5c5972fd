import { Tab } from '../grid/tab';
import type { Table } from '../schema/table';

interface Notes {
  /** The first word of the paragraphs, by which they are found again. */
  label: string;
  /** Texts by column and row. An empty one takes the paragraph away. */
  texts: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

/**
 * Notes on cells: a paragraph that begins with the label, above what a person has noted there. Two reads, and a write for
 * each column in which a note changes. Columns that the tab does not have are left out.
 */
export function noteCells(table: Table, { label, texts }: Notes): void {
  const rows = [...texts.values()].flatMap((column) => [...column.keys()]);
  if (rows.length === 0) return;
  const { sheet, header } = new Tab(table);
  const columns = [...texts].filter(([name]) => header.has(name));
  const [from, to] = [Math.min(...rows), Math.max(...rows)];
  const all = sheet.getRange(from, 1, to - from + 1, header.width).getNotes();
  for (const [name, column] of columns) {
    const position = header.get(name);
    const present = all.map((notes) => notes[position] ?? '');
    const wanted = present.map((note, index) => {
      const text = column.get(from + index);
      return text === undefined ? note : replaceParagraph(note, label, text);
    });
    if (wanted.every((note, index) => note === present[index])) continue;
    sheet.getRange(from, position + 1, wanted.length, 1).setNotes(wanted.map((note) => [note]));
  }
}

function replaceParagraph(note: string, label: string, text: string): string {
  const paragraphs = note.split('\n\n').filter((one) => one !== '' && !one.startsWith(`${label}: `));
  return [...(text === '' ? [] : [`${label}: ${text}`]), ...paragraphs].join('\n\n');
}
