const KINDS: Record<string, string> = {
  Image: 'jpg jpeg png gif webp heic svg tif tiff',
  PDF: 'pdf',
  Document: 'doc docx odt rtf',
  Spreadsheet: 'xls xlsx ods csv',
  Presentation: 'ppt pptx odp',
  Text: 'txt md log',
  Archive: 'zip gz tgz rar 7z tar',
  Video: 'mp4 mov avi webm mkv',
  Audio: 'mp3 wav m4a ogg',
  Email: 'eml msg',
  Calendar: 'ics',
};

/** What a file is, by the end of its name: `PDF`, `Image`; an unusual one as it stands. */
export function kindOf(name: string): string {
  const ending = /\.([\p{L}\d]{1,8})$/u.exec(name)?.[1]?.toLowerCase();
  if (!ending) return 'File';
  const known = Object.entries(KINDS).find(([, endings]) => endings.split(' ').includes(ending));
  return known?.[0] ?? ending.toUpperCase();
}

export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [amount, unit] = bytes < 999_500 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toLocaleString(undefined, { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit}`;
}
