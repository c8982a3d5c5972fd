/**
 * Doubts about the real Google, which may behave otherwise than this runtime does unless told to. Evidence is thin or contradicts
 * itself, so a script should work either way, and its tests should turn each of them on.
 */
export const DOUBTS = {
  'no-active-spreadsheet': 'a web app and its page functions get null from getActiveSpreadsheet()',
  'no-active-spreadsheet-in-triggers': 'so do executions of installable triggers',
  'apostrophe-stays': 'an apostrophe that a script writes in front of a text stays in a plain text cell',
  'service-url-lies': 'ScriptApp.getService().getUrl() ends in /dev, and is null under a trigger',
  'no-authorized-scopes': 'getAuthorizationInfo(...).getAuthorizedScopes() is null',
  'no-object-hasown': 'Object.hasOwn does not exist',
  'no-triggers-in-add-on': 'an editor add-on may not create any installable trigger',
  'no-prompt-from-menu': 'ScriptApp.requireScopes from a menu returns without asking anybody',
  'editors-are-hidden': 'getEditors() lists the owner alone, whoever else may edit',
  'from-is-decoded': 'the From of a message comes decoded, and no name in it is quoted for that',
  'stale-reads': 'reads are always fresh, and what was not flushed before a kill is lost as a whole',
  'fetch-timeout-ignored': 'UrlFetchApp ignores timeoutSeconds and waits for 60 seconds',
  'several-accounts':
    'the browser is signed in to another account first, which opens what names none by authuser',
  'messages-in-japanese': 'the account is in Japanese, and so is all that its services throw',
  'messages-reworded': 'services word what they throw in other ways that people have published, each in turn',
} as const;

export type Doubt = keyof typeof DOUBTS;
export type Doubts = ReadonlySet<Doubt>;

export const DOUBT_NAMES = Object.keys(DOUBTS) as Doubt[];

/** Doubts that a run of tests turns on wherever none are named: LOCAL_APPS_SCRIPT_DOUBTS has them, between commas. */
export function usualDoubts(): Set<Doubt> {
  const named = (process.env.LOCAL_APPS_SCRIPT_DOUBTS ?? '').split(',');
  return new Set(DOUBT_NAMES.filter((name) => named.includes(name)));
}
