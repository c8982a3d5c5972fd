import { emulated } from '../realm/emulated';
import { caller } from '../realm/host';
import { toMedia } from '../rest/bytes.realm';
import type { RestRequest } from '../rest/calls';
import type { DriveCalls, DriveMethod } from './calls';

type Files = GoogleAppsScript.Drive_v3.Drive.V3.Collection.FilesCollection;

const call = caller<DriveCalls>();

const ask = <T>(method: DriveMethod, request: RestRequest) => call(method, request) as T;

const files = {
  copy: (body: object, fileId: string, query?: object) =>
    ask('drive.files.copy', { path: [fileId], body, query }),
  create: (body: object, blob?: unknown, query?: object) =>
    ask('drive.files.create', { path: [], body, query, media: toMedia(blob) }),
  get: (fileId: string, query?: object) => ask('drive.files.get', { path: [fileId], query }),
  list: (query?: object) => ask('drive.files.list', { path: [], query }),
  update: (body: object, fileId: string, blob?: unknown, query?: object) =>
    ask('drive.files.update', { path: [fileId], body, query, media: toMedia(blob) }),
  remove: (fileId: string, query?: object) => ask('drive.files.remove', { path: [fileId], query }),
} satisfies Partial<Files>;

export const drive = emulated<object>('Drive', {
  Files: emulated<Files>('Drive_v3.Drive.V3.Collection.FilesCollection', files, 'Drive.Files'),
});
