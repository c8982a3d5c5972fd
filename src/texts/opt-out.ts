/**
 * The words that end texts and begin them again, as carriers and Twilio take them: help.twilio.com/articles/223134027. The provider
 * itself confirms them to the sender.
 */
const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const START = ['START', 'YES', 'UNSTOP'];

/**
 * Wishes in people's own words, without accents and apostrophes. Some who mean something else are asked about too, which costs
 * somebody a look; a text to a person who has asked for none costs more. An appointment that is cancelled is no such wish, nor is
 * a visit or a day: people write of them every day, and nobody may be kept from answering.
 */
const REQUESTS = [
  `^((PLEASE|PLS|PLZ|OK|OKAY|JUST|NO|HEY|HI|TXT|TEXT|REPLY|I) )*(${STOP.join('|')}|OPT (ME )?OUT|REMOVE$|DNC$|UNSUBS?\\b|UNSUB?S?CR?IBE|ST0P|STPO|SOTP|STOP2END)\\b(?! (BY|OF|IN|OVER|AT \\d)\\b)(?! (MY|OUR|THE|THIS|THAT|TODAYS?|TOMORROWS?|\\w+DAYS?)( \\w+)?( \\d+| \\d+ ?[AP]M| APPOINTMENT| APPT| VISIT| MEETING| ORDER| DEPOSIT| DRIVE))`,
  '\\b(PLEASE|PLS|PLZ|INTERESTED|THANKS|THANK YOU|NO|THIS|WHO|CAR|ONE|ALREADY|NUMBER|PERSON) STOP$',
  '\\b(STOP|QUIT|CEASE|DISCONTINUE) (ALL )?(THE |YOUR |WITH )*(TE?XT|MESSAG|MSG|CONTACT|SEND|WRIT|SPAM|BOTHER|HARASS|CALL|THIS|THESE|IT\\b|AND DESIST)',
  '^(PLEASE )?DISCONTINUE$',
  '\\b(DO NOT|DONT|NEVER) (EVER )?(CALL (OR|AND) )?(TE?XT|MESSAGE|MSG|CONTACT|WRITE|SMS|SEND (ME|US|ANY|MORE|TEXT|MESSAGE|THIS|THESE))',
  '\\b(DO NOT|DONT|NO LONGER|DID NOT|DIDNT|NEVER) (\\w+ )?(WANT|WISH|LIKE|NEED|SIGN|SIGNED|ASK|ASKED|CONSENT|GAVE|GIVE|AGREED?)( \\w+){0,5} (TE?XTS?|TEXTED|MESSAGES?|MSGS?|CONTACTED|CONTACT|PERMISSION|CONSENT|SIGN UP|UP FOR THIS)\\b',
  '\\b(NO MORE|NO FURTHER|ENOUGH( WITH)?)( (THE|OF|THESE|YOUR))* (TE?XTS?|MESSAGES?|SMS|MSGS?|CONTACT|TEXTING|MESSAGING)\\b',
  '\\b(REMOVED?|DELETED?) (ME|MY (PHONE |CELL )?NUMBER|THIS NUMBER|FROM (YOUR|THE|THIS|ALL))\\b',
  '\\b(TAKE|GET) (ME|MY (PHONE |CELL )?NUMBER|THIS NUMBER)( \\w+)? (OFF|OUT)\\b|\\b(GET|TAKEN) OFF (OF )?(YOUR|THE|THIS)( \\w+)? LIST\\b|\\bDO NOT (CALL|CONTACT|TEXT) LIST\\b',
  '\\b(UNSUBS?CRIBED?|UNSUBCRIBE|OPT(ING|ED)? ?(ME )?OUT|LEAVE ME ALONE|LOSE (MY|THIS) NUMBER|LOSE IT$|REVOK(E|ING) (MY )?(CONSENT|PERMISSION)|(NOT|NO) (HAVE )?(MY )?(PERMISSION|CONSENT)( TO (TEXT|MESSAGE|CONTACT))?)\\b',
  // People who were never meant, or want nothing more.
  '\\b(WRONG (NUMBER|PERSON)|(BLOCK|REPORT)(ING|ED)? (YOU|THIS|YOUR NUMBER)|THIS IS SPAM|(F|FUCK|PISS|BUZZ) OFF|GO AWAY)\\b|^SPAM',
  '^(NO )?(SORRY )?(I ?A?M )?(NOT|NO LONGER) INTERESTED( AT ALL| ANY ?MORE)?( SORRY| THANKS?| THANK YOU| PLEASE)*$',
  // French, German, Spanish, Portuguese, Italian, Dutch.
  '^(ARRET|ARRETER|ARRETEZ|DESABONNER|DESABONNEMENT|DESINSCRIRE|STOPP|ABMELDEN|ALTO|PARAR|PARE|PAREN|BAJA|BASTA|SAIR|CANCELAR|FERMA|AFMELDEN|DEJ[AE]N? DE)\\b',
  '\\b(NO (ME )?(ENVI|MAND|ESCRIB)|NO MAS (MENSAJE|SMS|TEXTO)|NAO (ME )?(ENVI|MAND|ESCREV)|NE (M|ME )?(ENVOYEZ|ENVOIE|ECRIVEZ|ECRIS|CONTACTEZ)|N(E )?ECRIVEZ|KEINE (\\w+ )?(NACHRICHT|SMS)|NICHT MEHR (SCHREIB|KONTAKT|ANSCHREIB)|(HOR|HOREN SIE) AUF|GEEN (BERICHT|SMS)|NON (MI )?(SCRIV|MANDAT|INVIAT))',
].map((pattern) => new RegExp(pattern));

export type OptChoice = 'opted_out' | 'opted_in' | 'asked_to_stop';

/** Finds the phones among these that want no texts, and those whose wish somebody has to decide about. */
export type FindOptedOut = (phones: readonly string[]) => ReadonlyMap<string, Exclude<OptChoice, 'opted_in'>>;

/** Returns what the sender of a text chooses by it. A person has to decide what `asked_to_stop` meant. */
export function toOptChoice(body: string): OptChoice | undefined {
  const said = toWords(body);
  // Letters may stand apart: "S.T.O.P", "stop all", "opt-out".
  if (STOP.includes(said.replace(/ /g, ''))) return 'opted_out';
  if (START.includes(said)) return 'opted_in';
  return REQUESTS.some((request) => request.test(said)) ? 'asked_to_stop' : undefined;
}

/** Tells whether somebody asks who sends these texts: carriers require an answer. */
export function asksForHelp(body: string): boolean {
  return /^(HELP|INFO)$/.test(toWords(body));
}

/** Writes a text in capital letters, with one blank in place of what is between words. */
function toWords(body: string): string {
  const plain = body.normalize('NFKD').replace(/\p{M}|['`\u2018\u2019\u02BC]/gu, '');
  return plain
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
