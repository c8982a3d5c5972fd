import { CAUSES, findCause } from '../tools/causes.mjs';
import type { Ids } from './project';

export type ErrorKind = keyof typeof ADVICE | keyof typeof CAUSES;

export interface ErrorContext {
  /** Name in `clasp --user <name>`; undefined for clasp's default account. */
  user: string | undefined;
  /** The account's address, if Google tells it. */
  email: string | undefined;
  /** The project file with the ids. */
  file: string;
  /** The sheet's name. */
  title: string;
  /** Command that makes another sheet once the file is deleted. */
  forNew: string;
  /** Ids, as far as the file can be read; undefined for a command that makes no sheet. */
  ids: Ids | undefined;
}

interface Advice {
  /** The words of Google, clasp and the libraries below it. test/deploy/real-messages.ts has them as people met them. */
  said?: RegExp;
  lines(context: ErrorContext): readonly string[];
}

const RESUME = 'Then run the same command again. It continues where it stopped.';

const editorOf = (ids: Ids | undefined) => `https://script.google.com/d/${ids?.scriptId}/edit`;

export const howToDeleteVersions = (ids: Ids | undefined) =>
  `Open ${editorOf(ids)}, choose Project History and delete old ones.`;

/** Refusals of Google and clasp, with what to do about each. The first that matches what was printed counts. */
const ADVICE = {
  apiOff: {
    said: /not enabled the Apps Script API/i,
    lines: ({ email }) => [
      `The Apps Script API is off for ${email ?? 'your account'}.`,
      'Open https://script.google.com/home/usersettings as that account, choose "Google Apps Script API", switch it on.',
      'Google needs up to a few minutes to apply it.',
      RESUME,
    ],
  },
  cloudApiOff: {
    said: /has not been used in project|access ?Not ?Configured|it is disabled\. Enable it/i,
    lines: ({ user }) => [
      'You are logged in with credentials of a Google Cloud project in which an API is off.',
      `Open the address above and choose Enable. Or log in without them: ${login(user)}`,
      RESUME,
    ],
  },
  policy: {
    said: /policy_enforced|domainPolicy|domain administrators|policies within your organi[sz]ation|(contact|by) your (domain |workspace )?admin|organi[sz]ation'?s? (admin|policy)|org_internal|access_denied|have access to this service|Advanced Protection|access blocked|app is blocked/i,
    lines: () => [
      'An administrator of your Google Workspace forbids this, or the account has Advanced Protection.',
      'Ask the administrator to switch on the service Apps Script, and to trust the app "clasp – The Apps Script CLI". Or use an account outside the organization.',
      'Where only clasp is forbidden, "npm run release" makes files that you can paste into Google\'s editor.',
      RESUME,
    ],
  },
  driveFull: {
    said: /storage ?quota/i,
    lines: () => [
      'The storage of your Google account is full. Drive, Gmail and Photos share it.',
      'Free some, and empty the trash of Drive: https://drive.google.com/drive/quota',
      RESUME,
    ],
  },
  deployments: {
    said: /versioned deployments|one deployment can be created at a time/i,
    lines: ({ ids }) => [
      'The script has as many deployments as Google allows (20).',
      `Open ${editorOf(ids)}, choose Deploy > Manage deployments and archive those that nobody uses. Their URLs stop working.`,
      RESUME,
    ],
  },
  /** The script has as many versions as Google keeps. */
  full: {
    said: /cannot create more versions|limit of 200 versions/i,
    lines: ({ ids }) => ['Google keeps no more versions of a script.', howToDeleteVersions(ids), RESUME],
  },
  refusedCode: {
    said: /syntax error|invalid manifest|invalid value at 'files|file with this name already exists/i,
    lines: () => [
      'Google refuses the code. If it was changed here, "git status" shows where: undo that.',
      'If nothing was changed, report it with the lines above.',
    ],
  },
  limited: {
    said: /quota exceeded|rate ?limit|too many requests|resource.{0,10}exhausted|status code 429/i,
    lines: () => ['Google is limiting requests. Wait a minute, or an hour after many runs.', RESUME],
  },
  accounts: {
    said: /unable to open the file at this time/i,
    lines: ({ email = 'that account' }) => [
      'The browser is signed in to several Google accounts, and Google took the first one.',
      `Open the address in a private window, signed in as ${email} alone.`,
    ],
  },
  /** Login is missing, or lacks a permission. */
  login: {
    said: /no credentials found|not logged in|invalid_(grant|rapt|client)|(deleted|unauthorized)_client|(invalid|insufficient|missing required) authentication|insufficient permission|invalid credentials|login required|refresh token|expired or revoked|authorization failed|unauthenticated|status code 401|end of JSON input|in JSON at position|not valid JSON/i,
    lines: ({ user }) => [
      'You are not logged in to Google, the login has expired, or it lacks a permission.',
      `Run: ${login(user)}`,
      'A browser opens. Choose the account that is to own the sheets, tick every box, choose Continue.',
      RESUME,
    ],
  },
  /** The script was deleted, or belongs to another account. */
  gone: {
    said: /requested entity was not found|does not have permission|could not find script|correct scriptId|invalid script id|script id (is )?not set|status code 40[34]|permission_denied/i,
    lines: ({ title, file, email, forNew }) => [
      `The script of "${title}" no longer exists, or ${email ?? 'your account'} may not change it.`,
      'If the sheet is in the trash of Drive, restore it. If another account made it, log in with that account.',
      RESUME,
      `If it is gone for good, delete ${file} and run ${forNew}. That makes a new sheet.`,
    ],
  },
  server: {
    said: /internal error|backend error|unavailable|server error|bad gateway|gateway time-?out|deadline e?xpired|deadline exceeded|status code 5\d\d/i,
    lines: () => [
      'Google has an outage. Wait a few minutes, or see https://www.google.com/appsstatus.',
      RESUME,
    ],
  },
  /** Told otherwise than for other commands, since a first run may have made a sheet. */
  network: {
    lines: ({ title, ids }) => [
      'Google could not be reached. Check that you are online. Behind a proxy, set HTTPS_PROXY to its address.',
      ...(ids && ids.parentId === undefined && ids.scriptId === undefined
        ? [`If your Drive has an empty sheet "${title}" now, delete it.`]
        : []),
      RESUME,
    ],
  },
  /** The sheet exists, but Google does not make a script in it. */
  unbound: {
    lines: ({ ids }) => [
      'Google has made the sheet but refuses to add a script to it yet.',
      `Open https://docs.google.com/spreadsheets/d/${ids?.parentId}/edit and type something into A1.`,
      'If it does not open, restore it from the trash of Drive first.',
      'Then run the same command again. It uses this sheet and makes no other.',
    ],
  },
  /** A file in the state folder is invalid. */
  file: { lines: () => ['Correct or restore that file. Then run the same command again.'] },
  /** Deployed, but the URL answers something else than it should. */
  wrong: { lines: () => ['Everything is deployed. Run the same command again to repeat the check.'] },
  /** Lock of the folder is held by another process that deploys from it. */
  busy: { lines: () => [] },
  /** The ids are missing, but this computer has deployed before. */
  known: { lines: () => [] },
  other: {
    lines: () => [
      'Google gives no reason that is known here. Wait a few minutes, and look at https://www.google.com/appsstatus.',
      RESUME,
      'If it fails again, report it with the lines above.',
    ],
  },
} satisfies Record<string, Advice>;

function login(user: string | undefined): string {
  return `npm run login${user === undefined ? '' : ` -- --user ${user}`}`;
}

/** Finds the kind of an error by the words of Google, clasp, Node or the system. */
export function classifyError(printed: string): ErrorKind {
  const refused = Object.entries<Advice>(ADVICE).find(([, { said }]) => said?.test(printed));
  return findCause(printed) ?? (refused?.[0] as keyof typeof ADVICE | undefined) ?? 'other';
}

/** Lists what to do about an error, one line each. */
export function adviceFor(kind: ErrorKind, context: ErrorContext): readonly string[] {
  return kind in ADVICE
    ? ADVICE[kind as keyof typeof ADVICE].lines(context)
    : [...CAUSES[kind as keyof typeof CAUSES].lines, RESUME];
}
