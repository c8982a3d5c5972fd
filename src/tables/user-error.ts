/** An error whose message is meant for the person at the sheet or the page: what is wrong, and what to do. */
export class UserError extends Error {
  override name = 'UserError';
}
