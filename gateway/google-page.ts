/** Response of a web app's URL, after redirects. */
export interface WebAppResponse {
  status: number;
  contentType: string;
  /** Target of a redirect that was not followed. */
  location?: URL | undefined;
  text: string;
}

export type PageKind =
  | 'login'
  | 'permission'
  | 'denied'
  | 'missing'
  | 'busy'
  | 'throttled'
  | 'quota'
  | 'rateLimit'
  | 'noFunction'
  | 'refused'
  | 'crash'
  | 'outage'
  | 'fullDisk'
  | 'elsewhere'
  | 'unknown';

export interface GooglePage {
  kind: PageKind;
  /** Completes "The web app sent ...". */
  what: string;
  /** The page's own text, if that says more. Only for the owner: an error of the script may contain anything. */
  excerpt: string | undefined;
  /** Sentences for the owner about what to do. */
  advice: string;
}

interface PagePattern {
  kind: PageKind;
  matches(response: WebAppResponse): boolean;
  what: string;
  advice: string;
}

const REDEPLOY = 'In the script choose Deploy > Manage deployments, the pencil,';

/**
 * The first pattern that matches says what page it is. Google documents none of this; these people have seen it:
 * - statuses and titles, "Authorization needed" and quotas with a 200, "Access Denied", "Page Not Found":
 *   https://github.com/tanaikech/taking-advantage-of-Web-Apps-with-google-apps-script
 * - a login where "anyone" was meant: https://altar.hateblo.jp/entry/2022/12/07/051840, google/clasp#1115
 * - "Sorry, unable to open the file at this time.":
 *   https://github.com/valeriangalliat/blog/blob/main/2022/04/google-apps-script-unable-to-open-the-file.md
 * - 429 and "automated queries": https://support.google.com/websearch/answer/86640
 */
const PATTERNS: readonly PagePattern[] = [
  {
    kind: 'login',
    matches: ({ location, text }) =>
      location?.hostname === 'accounts.google.com' ||
      /<title>Sign in - Google Accounts|accounts\.google\.com\/(v3\/signin|ServiceLogin|InteractiveLogin)/.test(
        text,
      ),
    what: "Google's login page",
    advice: `The web app is not open to everyone. ${REDEPLOY} and set "Who has access" to Anyone. If that is not offered, an administrator of your Google Workspace forbids it: deploy the API from an account outside it.`,
  },
  {
    kind: 'elsewhere',
    matches: ({ location }) => location !== undefined,
    what: 'a redirect that leads away from Google',
    advice: 'A proxy or login page of your network intercepts the connection. Try another network.',
  },
  {
    kind: 'rateLimit',
    matches: ({ status, text }) =>
      status === 429 || /sending automated queries|unusual traffic from/i.test(text),
    what: 'a page that asks for fewer requests',
    advice: 'Google is limiting requests from this network. Wait a few minutes.',
  },
  {
    kind: 'busy',
    matches: ({ text }) =>
      /too many scripts running simultaneously|Script invoked too many times/i.test(text),
    what: 'a page that says that too many scripts of the account run at once',
    advice:
      'Google runs thirty scripts of an account at once, timers included. Start the gateway with fewer --seats, or give the API an account of its own.',
  },
  {
    kind: 'quota',
    matches: ({ text }) =>
      /Service invoked too many times for one day|Service using too much computer time/i.test(text),
    what: 'a page that says that a daily quota of the account is exhausted',
    advice: 'The account has reached an Apps Script quota. Daily quotas reset within 24 hours.',
  },
  {
    kind: 'throttled',
    matches: ({ text }) => /Service invoked too many times|too many simultaneous|Limit Exceeded/i.test(text),
    what: 'a page that says that a service was used too much in a short time',
    advice: 'The account has reached a limit of a Google service. Such limits pass within a minute.',
  },
  {
    kind: 'permission',
    matches: ({ text }) =>
      /<title>Authorization needed|id="auth-required"|Authorization is required to perform that action/i.test(
        text,
      ),
    what: 'a page that asks its owner for permission',
    advice: 'Open the sheet and choose Set up in its menu.',
  },
  {
    kind: 'noFunction',
    matches: ({ text }) => /Script function not found/i.test(text),
    what: 'a page that says that the script has no such function',
    advice: 'The deployment serves the wrong code. Run "npm run deploy" again.',
  },
  {
    kind: 'missing',
    matches: ({ status, text }) =>
      status === 404 ||
      /unable to open the file at this time|(file|page) you have requested does not exist|<title>Page Not Found/i.test(
        text,
      ),
    what: 'a page that says that there is nothing at this address',
    advice:
      'The deployment was archived, its script was deleted, or Google does not serve it yet. Look at Deploy > Manage deployments in the script.',
  },
  {
    kind: 'denied',
    matches: ({ status, text }) =>
      status === 401 ||
      status === 403 ||
      /<title>Access Denied|You need access|You need permission/i.test(text),
    what: 'a page that denies access',
    advice: `The web app is not open to everyone. ${REDEPLOY} and set "Execute as" to Me and "Who has access" to Anyone.`,
  },
  {
    // Sent by the local Apps Script alone.
    kind: 'fullDisk',
    matches: ({ status }) => status === 507,
    what: 'a page that says that the disk is full',
    advice: 'Free some of the disk that has the state.',
  },
  {
    kind: 'outage',
    matches: ({ status }) => status >= 500,
    what: "Google's error page",
    advice: 'Google has an outage. Wait a few minutes, or see https://www.google.com/appsstatus.',
  },
  {
    kind: 'refused',
    // Errors of services have this name in every language, and our own errors have others.
    matches: ({ text }) => /(^|[\s>])Exception: /.test(text),
    what: 'a page that says that a service of Google refused something',
    advice: 'Most limits of Google pass within a minute, those of a day within 24 hours.',
  },
  {
    kind: 'crash',
    matches: ({ text }) => /<title>Error<\/title>/i.test(text),
    what: "the script's error page",
    advice: 'The script stopped with an error. Extensions > Apps Script > Executions in the sheet lists it.',
  },
];

const UNKNOWN: Omit<PagePattern, 'matches'> = {
  kind: 'unknown',
  what: 'a page instead of a response',
  advice: 'Open the URL of the web app in a private window to see it.',
};

/** Pages whose own text says which error or which quota it is. */
const QUOTED: readonly PageKind[] = ['crash', 'refused', 'busy', 'throttled', 'quota'];

/** The page that Google sent in place of the script's response; undefined if it is the script's. */
export function readGooglePage(response: WebAppResponse): GooglePage | undefined {
  if (response.status === 200 && /^application\/json\b/.test(response.contentType)) return undefined;
  const { kind, what, advice } = PATTERNS.find(({ matches }) => matches(response)) ?? UNKNOWN;
  const excerpt = QUOTED.includes(kind) ? toPlainText(response.text) : undefined;
  return { kind, what, excerpt, advice };
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const MAX_EXCERPT = 200;

/** The beginning of the text that the page shows, on one line. */
function toPlainText(html: string): string {
  return html
    .replace(/<(script|style|head)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_EXCERPT);
}
