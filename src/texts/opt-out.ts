/**
 * The words that end texts and begin them again, as carriers and Twilio take them: help.twilio.com/articles/223134027. The provider
 * itself confirms them to the sender.
 */
const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const START = ['START', 'YES', 'UNSTOP'];

/**
 * Wishes in people's own words, without accents and apostrophes. Some who mean something else are asked about too, which costs
 * somebody a look; a text to a person who has asked for none costs more.
 */
const REQUESTS = [
  `^((PLEASE|PLS|PLZ|OK|OKAY|JUST|NO|HEY|HI) )*(${STOP.join('|')}|OPT OUT|OPT ME OUT|S T O P)\\b(?! BY\\b)`,
  '\\b(PLEASE|PLS|INTERESTED|THANKS|THANK YOU|NO) STOP$',
  '\\b(STOP|QUIT|CEASE) (ALL )?(THE )?(TEXT|MESSAG|CONTACT|SEND|WRIT|SPAM|BOTHER|THIS|THESE|IT\\b)',
  '\\b(DO NOT|DONT|NEVER) (EVER )?(TEXT|MESSAGE|CONTACT|WRITE|SEND|SMS)',
  '\\bNO (MORE|FURTHER) (TEXT|MESSAGE|SMS|MSG|CONTACT)',
  '\\b(REMOVE|DELETE|TAKE) (ME|MY (PHONE |CELL )?NUMBER|THIS NUMBER)\\b',
  '\\b(UNSUBSCRIBE|OPT(ING)? ?OUT|LEAVE ME ALONE|LOSE (MY|THIS) NUMBER)\\b',
  // French, German, Spanish, Portuguese, Italian, Dutch.
  '^(ARRET|ARRETER|ARRETEZ|DESABONNER|DESINSCRIRE|STOPP|ABMELDEN|ALTO|PARAR|PARE|BAJA|BASTA|SAIR|CANCELAR|FERMA|AFMELDEN)\\b',
  '\\b(NO (ME )?(ENVIE|MANDE|ESCRIBA)|NO MAS (MENSAJE|SMS|TEXTO)|NE (M|ME )?(ENVOYEZ|ENVOIE|ECRIVEZ|ECRIS|CONTACTEZ)|N(E )?ECRIVEZ|KEINE (NACHRICHT|SMS))',
].map((pattern) => new RegExp(pattern));

export type OptChoice = 'opted_out' | 'opted_in' | 'asked_to_stop';

/** Returns what the sender of a text chooses by it. A person has to decide what `asked_to_stop` meant. */
export function toOptChoice(body: string): OptChoice | undefined {
  const said = toWords(body);
  if (STOP.includes(said)) return 'opted_out';
  if (START.includes(said)) return 'opted_in';
  return REQUESTS.some((request) => request.test(said)) ? 'asked_to_stop' : undefined;
}

/** Writes a text in capital letters, with one blank in place of what is between words. */
function toWords(body: string): string {
  const plain = body.normalize('NFKD').replace(/\p{M}|['`\u2018\u2019\u02BC]/gu, '');
  return plain
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
