import type { RestCalls } from '../rest/calls';

export type DriveMethod =
  | 'drive.files.copy'
  | 'drive.files.create'
  | 'drive.files.get'
  | 'drive.files.list'
  | 'drive.files.update'
  | 'drive.files.remove';

export type DriveCalls = RestCalls<DriveMethod>;
