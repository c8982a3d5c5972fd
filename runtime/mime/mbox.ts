import { fromBinaryText, toBinaryText } from './bytes';

/** The messages of a mailbox file, without the line that starts each and with quoted "From " lines restored. */
export function splitMbox(raw: Uint8Array): Uint8Array[] {
  const text = toBinaryText(raw);
  // A line "From " inside a text counts only after an empty line, where writers of mbox quote it.
  const starts = [...text.matchAll(/(?:^|(?<=\n\r?\n))From [^\n]*\n/g)].map(({ index }) => index);
  if (starts[0] !== 0) starts.unshift(0);
  return starts
    .map((start, at) => text.slice(start, starts[at + 1]))
    .filter((message) => message.trim() !== '')
    .map((message) => fromBinaryText(restore(message)));
}

function restore(message: string): string {
  return message
    .replace(/^From [^\n]*\n/, '')
    .replace(/^>(>*From )/gm, '$1')
    .replace(/(\r?\n)\r?\n$/, '$1');
}
