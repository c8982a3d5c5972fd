export interface SessionCalls {
  /** Empty if Google does not say. */
  'session.activeUser'(): string;
  'session.effectiveUser'(): string;
  'session.timeZone'(): string;
  'session.temporaryKey'(): string;
}
