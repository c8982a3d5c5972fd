import { notEmulated } from '../rest/google-error';
import type { Spreadsheets } from '../spreadsheet/spreadsheets';
import { type FileMetadata, getFile, ROOT, SPREADSHEET, updateFile } from './files';
import type { Drive } from './tables';

const PUT = `
  insert into drive_files (id, name, mime_type, size, md5, parents, app_properties, description, trashed, created, modified)
  values (@id, @name, '${SPREADSHEET}', 0, '', '["${ROOT}"]', '{}', '', 0, @created, @modified)
  on conflict (id) do update set name = excluded.name, modified = max(modified, excluded.modified)
    where name <> excluded.name or modified < excluded.modified`;

/** Every spreadsheet is a file of Drive too, in My Drive until it is moved: whoever made it, and however. */
export function spreadsheetsAsFiles(drive: Drive, { books }: Spreadsheets, container: string): void {
  // The script's own comes into being when it is first looked at.
  books.get(container);
  const time = drive.now();
  const put = drive.store.prepare(PUT);
  for (const { id, name, created, modified } of books.list())
    put.run({ id, name, created: created ?? time, modified: modified ?? created ?? time });
}

export function renameSpreadsheet(spreadsheets: Spreadsheets, id: string, name: string): void {
  spreadsheets.settings(id, { name });
}

/** Copies what is flushed; of protections it is not known here who may edit them then. */
export function copySpreadsheet(
  drive: Drive,
  spreadsheets: Spreadsheets,
  { id, metadata }: { id: string; metadata: FileMetadata },
): string {
  const { books } = spreadsheets;
  if (books.get(id).record.protections.length > 0)
    throw notEmulated('Copying a spreadsheet with protections');
  const file = getFile(drive, id);
  const copy = books.copy(id, metadata.name ?? file.name).record.id;
  spreadsheetsAsFiles(drive, spreadsheets, copy);
  const addParents = metadata.parents ?? (JSON.parse(file.parents) as string[]);
  const { description } = file;
  return updateFile(drive, copy, { metadata: { description }, addParents, removeParents: [ROOT] }).id;
}
