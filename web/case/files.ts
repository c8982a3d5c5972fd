const KINDS: Record<string, string> = {
  Image: 'jpg jpeg png gif webp heic svg tif tiff',
  Document: 'doc docx odt rtf',
  Spreadsheet: 'xls xlsx ods csv',
  Presentation: 'ppt pptx odp',
  Text: 'txt md log',
  Archive: 'zip gz 7z rar tar',
  Video: 'mp4 mov avi webm',
  Audio: 'mp3 wav m4a ogg',
};

/** What a file is, by the end of its name: `Image`; an unusual one as it stands: `PDF`. */
export function kindOf(name: string): string {
  const ending = /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase();
  if (!ending) return 'File';
  const kind = Object.keys(KINDS).find((one) => KINDS[one]?.split(' ').includes(ending));
  return kind ?? ending.toUpperCase();
}

export function sizeOf(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
