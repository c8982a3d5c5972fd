export interface SessionCalls {
  /** Empty where the platform does not tell. */
  'session.activeUser'(): string;
  'session.effectiveUser'(): string;
  'session.timeZone'(): string;
  'session.temporaryKey'(): string;
}
