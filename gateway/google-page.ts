/** What came from the address of a web app, redirects followed as far as they lead. */
export interface WebAppAnswer {
  status: number;
  contentType: string;
  /** Of a redirect that was not followed. */
  location?: URL | undefined;
  text: string;
}

export type PageKind =
  | 'login'
  | 'consent'
  | 'denied'
  | 'missing'
  | 'quota'
  | 'rateLimit'
  | 'noFunction'
  | 'crash'
  | 'outage'
  | 'elsewhere'
  | 'unknown';

export interface GooglePage {
  kind: PageKind;
  /** What it is, to go on from "The web app sent". */
  what: string;
  /** What it says where only the page itself knows; for the owner's eyes, since a script's error may name anything. */
  words: string | undefined;
  /** What its owner can do about it, in whole sentences. */
  cure: string;
}

interface Sign {
  kind: PageKind;
  isMet(answer: WebAppAnswer): boolean;
  what: string;
  cure: string;
}

const REDEPLOY = 'In the script choose Deploy > Manage deployments, the pencil,';

/**
 * The first that is met names the page. Seen by others, as nothing of it is documented:
 * - statuses and titles, "Authorization needed" and quotas with a 200, "Access Denied", "Page Not Found":
 *   https://github.com/tanaikech/taking-advantage-of-Web-Apps-with-google-apps-script
 * - a login where "anyone" was meant: https://altar.hateblo.jp/entry/2022/12/07/051840, google/clasp#1115
 * - "Sorry, unable to open the file at this time.":
 *   https://github.com/valeriangalliat/blog/blob/main/2022/04/google-apps-script-unable-to-open-the-file.md
 * - 429 and "automated queries": https://support.google.com/websearch/answer/86640
 */
const SIGNS: readonly Sign[] = [
  {
    kind: 'login',
    isMet: ({ location, text }) =>
      location?.hostname === 'accounts.google.com' ||
      /<title>Sign in - Google Accounts|accounts\.google\.com\/(v3\/signin|ServiceLogin|InteractiveLogin)/.test(
        text,
      ),
    what: "Google's login page",
    cure: `The web app is not open to everyone. ${REDEPLOY} and set "Who has access" to Anyone. Where that is not offered, an administrator of your Workspace forbids it: deploy the API from an account outside it.`,
  },
  {
    kind: 'elsewhere',
    isMet: ({ location }) => location !== undefined,
    what: 'a redirect that leads away from Google',
    cure: 'A proxy or login page of your network intercepts the connection. Try another network.',
  },
  {
    kind: 'rateLimit',
    isMet: ({ status, text }) =>
      status === 429 || /sending automated queries|unusual traffic from/i.test(text),
    what: 'a page that asks for fewer requests',
    cure: 'Google is limiting requests from this network. Wait a few minutes.',
  },
  {
    kind: 'quota',
    isMet: ({ text }) =>
      /Service invoked too many times|too many simultaneous|Service using too much computer time|Limit Exceeded/i.test(
        text,
      ),
    what: 'a page that says that a quota of the account is exhausted',
    cure: 'The account has reached an Apps Script quota. Daily quotas reset within 24 hours; "simultaneous" and "in a short time" limits within a minute.',
  },
  {
    kind: 'consent',
    isMet: ({ text }) =>
      /<title>Authorization needed|id="auth-required"|Authorization is required to perform that action/i.test(
        text,
      ),
    what: 'a page that asks its owner for permission',
    cure: 'Open the sheet and choose Set up in its menu.',
  },
  {
    kind: 'noFunction',
    isMet: ({ text }) => /Script function not found/i.test(text),
    what: 'a page that says that the script has no such function',
    cure: 'The deployment serves the wrong code. Run "npm run deploy" again.',
  },
  {
    kind: 'missing',
    isMet: ({ status, text }) =>
      status === 404 ||
      /unable to open the file at this time|(file|page) you have requested does not exist|<title>Page Not Found/i.test(
        text,
      ),
    what: 'a page that says that there is nothing at this address',
    cure: 'The deployment was archived, its script was deleted, or Google has not noticed it yet. Look at Deploy > Manage deployments in the script.',
  },
  {
    kind: 'denied',
    isMet: ({ status, text }) =>
      status === 401 ||
      status === 403 ||
      /<title>Access Denied|You need access|You need permission/i.test(text),
    what: 'a page that denies access',
    cure: `The web app is not open to everyone. ${REDEPLOY} and set "Execute as" to Me and "Who has access" to Anyone.`,
  },
  {
    kind: 'outage',
    isMet: ({ status }) => status >= 500,
    what: 'a page that says that Google has failed',
    cure: 'Google has an outage of its own. Wait a few minutes, or see https://www.google.com/appsstatus.',
  },
  {
    kind: 'crash',
    isMet: ({ text }) => /<title>Error<\/title>/i.test(text),
    what: "the script's error page",
    cure: 'The script stopped with an error. Extensions > Apps Script > Executions in the sheet lists it.',
  },
];

const UNKNOWN: Omit<Sign, 'isMet'> = {
  kind: 'unknown',
  what: 'a page instead of a response',
  cure: 'Open the address of the web app in a private window to see it.',
};

/** What Google sent where an answer of the script was due; undefined where it is one. */
export function readGooglePage(answer: WebAppAnswer): GooglePage | undefined {
  if (answer.status === 200 && /^application\/json\b/.test(answer.contentType)) return undefined;
  const { kind, what, cure } = SIGNS.find(({ isMet }) => isMet(answer)) ?? UNKNOWN;
  const words = kind === 'crash' || kind === 'quota' ? wordsOf(answer.text) : undefined;
  return { kind, what, words, cure };
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const MAX_WORDS = 200;

/** What a reader of the page would see, on one line. */
function wordsOf(html: string): string {
  return html
    .replace(/<(script|style|head)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_WORDS);
}
