const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** An error of Google's REST APIs; `reason` is that of `errors[0]`. */
export class GoogleError extends Error {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

/** The body that Google's clients read errors from. */
export function toErrorBody({ status, reason, message }: GoogleError): object {
  const name = STATUS_NAMES[status];
  const errors = [{ message, domain: 'global', reason }];
  return { error: { code: status, message, errors, ...(name ? { status: name } : {}) } };
}

export function notFound(): GoogleError {
  return new GoogleError(404, 'notFound', 'Requested entity was not found.');
}

export function fileNotFound(id: string): GoogleError {
  return new GoogleError(404, 'notFound', `File not found: ${id}.`);
}

/** developers.google.com/workspace/drive/api/guides/manage-downloads */
export function notDownloadable(): GoogleError {
  const message = 'Only files with binary content can be downloaded. Use Export with Docs Editors files.';
  return new GoogleError(403, 'fileNotDownloadable', message);
}

/** Refuses what an account may not do to My Drive itself. */
export function forbidden(): GoogleError {
  const message = 'The user does not have sufficient permissions for this file.';
  return new GoogleError(403, 'insufficientFilePermissions', message);
}

/** developers.google.com/workspace/drive/api/guides/handle-errors says only that it is a bad request. */
export function cyclic(): GoogleError {
  return new GoogleError(400, 'badRequest', 'Bad Request');
}

/** Refuses what Google can do and the local server cannot. */
export function notEmulated(what: string): GoogleError {
  return new GoogleError(501, 'notImplemented', `${what} exists on Google, and is not emulated here.`);
}

export function invalidArgument(message: string): GoogleError {
  return new GoogleError(400, 'invalidArgument', message);
}

export function unauthenticated(hasCredential: boolean): GoogleError {
  const problem = hasCredential
    ? 'Request had invalid authentication credentials.'
    : 'Request is missing required authentication credential.';
  const expected = 'Expected OAuth 2 access token, login cookie or other valid authentication credential.';
  return new GoogleError(401, hasCredential ? 'authError' : 'required', `${problem} ${expected}`);
}
