import type { RestCalls } from '../google/calls';

export type DriveMethod =
  | 'drive.files.copy'
  | 'drive.files.create'
  | 'drive.files.get'
  | 'drive.files.list'
  | 'drive.files.update'
  | 'drive.files.remove';

export type DriveCalls = RestCalls<DriveMethod>;
