import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { answer, parseBody, parseJson, readJson } from '../rest/answer';
import { GoogleError, notEmulated } from '../rest/google-error';
import { toCount } from '../rest/query-parameters';
import type { Upload } from '../rest/upload';
import { copyFile, createFile, deleteFile, getContent, getFile, SPREADSHEET, updateFile } from './files';
import { listFiles, toDriveFile } from './list';
import type { Drive, FileRow } from './tables';

const DEFAULT_FIELDS = 'kind,id,name,mimeType';
const DEFAULT_LIST_FIELDS = `kind,incompleteSearch,nextPageToken,files(${DEFAULT_FIELDS})`;

const Metadata = v.object({
  name: v.optional(v.string()),
  mimeType: v.optional(v.string()),
  parents: v.optional(v.array(v.string())),
  appProperties: v.optional(v.record(v.string(), v.nullable(v.string()))),
  description: v.optional(v.string()),
  trashed: v.optional(v.boolean()),
  starred: v.optional(v.boolean()),
  writersCanShare: v.optional(v.boolean()),
  shortcutDetails: v.optional(v.object({ targetId: v.string() })),
});

/** Drive v3 below `/drive/v3`; content comes in through the upload routes. */
export function driveRoutes(drive: Drive): Hono {
  const app = new Hono();
  app.get('/files', (c) => answer(c, listFiles(drive, toListQuery(c)), DEFAULT_LIST_FIELDS));
  app.post('/files', async (c) =>
    answerFile(drive, c, takeFile(drive, c, { metadata: parseJson(await c.req.text()) })),
  );
  app.get('/files/:id', (c) => readFile(drive, c));
  app.patch('/files/:id', async (c) =>
    answerFile(drive, c, takeFile(drive, c, { metadata: parseJson(await c.req.text()) })),
  );
  app.post('/files/:id/copy', async (c) => {
    const metadata = await readJson(c, Metadata);
    return answerFile(drive, c, copyFile(drive, c.req.param('id'), metadata));
  });
  app.delete('/files/:id', (c) => {
    if (getFile(drive, c.req.param('id')).mime_type === SPREADSHEET)
      throw notEmulated('Deleting a spreadsheet for good');
    deleteFile(drive, c.req.param('id'));
    return c.body(null, 204);
  });
  return app;
}

/** Creates a file, or updates the one in the path. */
export function takeFile(drive: Drive, { req }: Context, { metadata: body, media }: Upload): FileRow {
  const metadata = parseBody(Metadata, body);
  const id = req.param('id');
  if (id === undefined) return createFile(drive, metadata, media);
  if (metadata.parents) {
    const message =
      'The parents field is not directly writable in update requests. Use the addParents and removeParents parameters instead.';
    throw new GoogleError(403, 'fieldNotWritable', message);
  }
  if (metadata.name !== undefined && getFile(drive, id).mime_type === SPREADSHEET)
    throw notEmulated('Renaming a spreadsheet with the Drive API');
  const split = (name: string) => (req.query(name) ?? '').split(',').filter(Boolean);
  const moves = { addParents: split('addParents'), removeParents: split('removeParents') };
  return updateFile(drive, id, { metadata, content: media, ...moves });
}

export function answerFile(drive: Drive, context: Context, file: FileRow): Response {
  return answer(context, toDriveFile(drive, file), DEFAULT_FIELDS);
}

function readFile(drive: Drive, context: Context): Response {
  const file = getFile(drive, context.req.param('id') ?? '');
  if (context.req.query('alt') !== 'media') return answerFile(drive, context, file);
  // A copy, because a response does not accept the type of the store's buffer.
  return new Response(new Uint8Array(getContent(drive, file.id)), {
    headers: { 'content-type': file.mime_type },
  });
}

function toListQuery({ req }: Context) {
  return {
    q: req.query('q') ?? '',
    orderBy: req.query('orderBy') ?? '',
    pageSize: toCount(req.query('pageSize'), { name: 'pageSize', byDefault: 100, max: 1000 }),
    pageToken: req.query('pageToken'),
  };
}
