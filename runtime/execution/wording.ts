/** Messages that several services share. */
export const SERVER_ERROR = "We're sorry, a server error occurred. Please wait a bit and try again.";

/** developers.google.com/apps-script/reference/cache/cache */
export function argumentTooLarge(argument: string): string {
  return `Argument too large: ${argument}`;
}
