import type { Costs } from '../execution/costs';
import type { Execution } from '../execution/execution';
import type { Scheduler } from '../execution/scheduler';
import type { Service } from '../execution/service';
import { type RestMethod, type RestParts, restHandlers } from '../rest/rest-client';
import type { Spreadsheets } from '../spreadsheet/spreadsheets';
import type { Store } from '../store';
import type { DriveCalls, DriveMethod } from './calls';
import { spreadsheetsAsFiles } from './spreadsheet-files';

/** Parts that the advanced service works on. */
interface DriveParts extends RestParts {
  google: RestParts['google'] & { address: string };
  store: Store;
  scheduler: Scheduler;
  spreadsheets: Spreadsheets;
}

const ANY = { ms: 300 };

const COSTS: Costs<DriveCalls> = {
  'drive.files.copy': { ms: 900 },
  'drive.files.create': { ms: 900 },
  'drive.files.get': ANY,
  'drive.files.list': ANY,
  'drive.files.update': ANY,
  'drive.files.remove': ANY,
};

const READ = ['drive.file', 'drive.readonly', 'drive'];
const WRITE = ['drive.file', 'drive'];
const FILES = '/drive/v3/files';
const FILE = `${FILES}/{}`;

const METHODS: Record<DriveMethod, RestMethod> = {
  'drive.files.copy': { api: 'drive.files.copy', verb: 'POST', path: `${FILE}/copy`, scopes: WRITE },
  'drive.files.create': { api: 'drive.files.create', verb: 'POST', path: FILES, scopes: WRITE },
  'drive.files.get': { api: 'drive.files.get', verb: 'GET', path: FILE, scopes: READ },
  'drive.files.list': { api: 'drive.files.list', verb: 'GET', path: FILES, scopes: READ },
  'drive.files.update': { api: 'drive.files.update', verb: 'PATCH', path: FILE, scopes: WRITE },
  'drive.files.remove': { api: 'drive.files.delete', verb: 'DELETE', path: FILE, scopes: WRITE },
};

/** The advanced service Drive. */
export function driveService(context: DriveParts): Service<DriveCalls> {
  const { store, scheduler, google, grants, spreadsheets } = context;
  const drive = { store, now: () => Math.floor(scheduler.now()), address: google.address };
  // A script with drive.file sees the files that it made with this service.
  const before = (execution: Execution) => {
    if (grants.allows(execution, ['drive', 'drive.readonly']))
      spreadsheetsAsFiles(drive, spreadsheets, execution.script.spreadsheetId);
  };
  return { costs: COSTS, handlers: restHandlers(context, METHODS, before) };
}
