/** The words that carriers require. The provider itself confirms them to the sender. */
const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'];
const START = ['START', 'YES', 'UNSTOP'];

export type OptChoice = 'opted_out' | 'opted_in';

/** What the sender of a text chooses by it, where the text is one of these words. */
export function toOptChoice(body: string): OptChoice | undefined {
  const word = body.trim().toUpperCase();
  if (STOP.includes(word)) return 'opted_out';
  return START.includes(word) ? 'opted_in' : undefined;
}
