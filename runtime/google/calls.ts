export type GmailMethod =
  | 'gmail.getProfile'
  | 'gmail.labels.list'
  | 'gmail.messages.list'
  | 'gmail.messages.get'
  | 'gmail.messages.attachments.get'
  | 'gmail.messages.insert'
  | 'gmail.messages.import'
  | 'gmail.history.list';

export type DriveMethod =
  | 'drive.files.create'
  | 'drive.files.get'
  | 'drive.files.list'
  | 'drive.files.update'
  | 'drive.files.remove';

export type GoogleMethod = GmailMethod | DriveMethod;

/** One request of an advanced service, as its REST API wants it. */
export interface RestRequest {
  /** Values for the placeholders of the method's path, in order. */
  path: string[];
  /** An array becomes a repeated parameter. */
  query?: object | undefined;
  body?: object | undefined;
  /** Content to upload, as base64 text. */
  media?: { contentType: string; data: string } | undefined;
}

export type GoogleCalls = Record<GoogleMethod, (request: RestRequest) => unknown>;
