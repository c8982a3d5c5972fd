import { cacheService } from './cache/cache-service.realm';
import { console, forgetLog, logger } from './console/console.realm';
import { contentService } from './content/content-service.realm';
import { drive } from './drive/drive.realm';
import { driveApp } from './drive/drive-app.realm';
import { mimeType } from './drive/mime-type.realm';
import { toEvent } from './event.realm';
import type { Outcome, RunRequest } from './execution/run';
import { gmail } from './gmail/gmail.realm';
import { gmailApp } from './gmail-app/gmail-app.realm';
import { htmlService } from './html/html-service.realm';
import { lockService } from './lock/lock-service.realm';
import { mailApp } from './mail/mail-app.realm';
import { propertiesService } from './properties/properties-service.realm';
import { removeBuiltIn, removeNewerBuiltIns } from './realm/built-ins';
import { realmClock, realmRandom } from './realm/clock';
import { emulated } from './realm/emulated';
import { officialEnum } from './realm/enum-values';
import { connect, type Exchange, notEmulated } from './realm/host';
import { installLocale } from './realm/locale';
import { toReturned } from './realm/returned';
import { installDate } from './realm/script-date';
import { TYPES } from './realm/type-list';
import { installWebAssembly } from './realm/web-assembly';
import { scriptApp } from './script-app/script-app.realm';
import { session } from './session/session.realm';
import { forgetChoice, spreadsheetApp } from './spreadsheet/spreadsheet-app.realm';
import { browser } from './spreadsheet/ui.realm';
import { urlFetchApp } from './url-fetch/url-fetch-app.realm';
import { utilities } from './utilities/utilities.realm';

type Globals = Record<string, unknown>;

/** The globals that Apps Script gives every script. */
const GLOBALS: Globals = {
  console,
  Logger: logger,
  LockService: lockService,
  PropertiesService: propertiesService,
  SpreadsheetApp: spreadsheetApp,
  Utilities: utilities,
  CacheService: cacheService,
  GmailApp: gmailApp,
  MailApp: mailApp,
  Session: session,
  ScriptApp: scriptApp,
  HtmlService: htmlService,
  ContentService: contentService,
  UrlFetchApp: urlFetchApp,
  DriveApp: driveApp,
  MimeType: mimeType,
  Browser: browser,
};

/** Advanced services by their ID; they exist only if the manifest enables them, under the name that it gives them. */
const ADVANCED: Globals = { gmail, drive };

/** Puts Google's globals into this fresh context. */
export function install(exchange: Exchange, run: RunRequest): void {
  connect(exchange, run);
  const target = globalThis as unknown as Globals;
  Object.assign(target, GLOBALS);
  installDate(run.timeZone, realmClock(run));
  installLocale(run.timeZone);
  installWebAssembly();
  Math.random = realmRandom(run);
  removeNewerBuiltIns();
  for (const name of run.missingGlobals) removeBuiltIn(name);
  const { builtIn, advanced } = TYPES.globals;
  for (const [name, id] of Object.entries(builtIn)) if (!(name in GLOBALS)) defineMissing(name, id);
  for (const { userSymbol, serviceId } of run.advancedServices) {
    const id = advanced[userSymbol];
    if (serviceId in ADVANCED) target[userSymbol] = ADVANCED[serviceId];
    else if (id !== undefined) defineMissing(userSymbol, id);
    else target[userSymbol] = unknownService(userSymbol);
  }
}

/** Puts a realm back as `install` left it, for another execution of its script. */
export function renew(exchange: Exchange, run: RunRequest): void {
  connect(exchange, run);
  Math.random = realmRandom(run);
  forgetLog();
  forgetChoice();
}

/** A service that Google has and that is not emulated: made when a script asks for it, since few do. */
function defineMissing(name: string, id: string): void {
  const make = () => (TYPES.enums[id] ? officialEnum(id) : emulated(id, {}, name));
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: make,
    set: (value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true }),
  });
}

/** An advanced service that the published types do not have under this name, so that its members are not known. */
function unknownService(name: string): object {
  return new Proxy(
    {},
    {
      get(_, key) {
        throw notEmulated(`${name}.${String(key)}`);
      },
    },
  );
}

/**
 * Calls a function of the script and turns its result, or its error, into JSON. Its name may be a path to a method of
 * an object or a class: developers.google.com/apps-script/guides/v8-runtime#call_object_methods_from_triggers_and_callbacks
 */
export function invoke(lookUp: (name: string) => unknown, name: string, args: string): string {
  const [root = '', ...path] = name.split('.');
  let owner: unknown;
  let handler = lookUp(root);
  for (const key of path) {
    owner = handler;
    handler = (owner as Globals | undefined | null)?.[key];
  }
  return JSON.stringify(
    typeof handler === 'function'
      ? outcomeOf(() => handler.apply(owner, JSON.parse(args).map(toEvent)))
      : { missing: name },
  );
}

function outcomeOf(run: () => unknown): Outcome {
  try {
    return { returned: toReturned(run()) };
  } catch (error) {
    return thrown(error);
  }
}

/** The outcome of a script that could not be loaded, as JSON. */
export function toThrown(error: unknown): string {
  return JSON.stringify(thrown(error));
}

function thrown(error: unknown): Outcome {
  if (!isError(error)) return { thrown: { name: 'Error', message: String(error) } };
  const { name, message, stack } = error;
  return { thrown: { name, message, ...(stack ? { stack: placed(stack) } : {}) } };
}

/** An error of the file's syntax comes from outside of this realm. */
function isError(error: unknown): error is Error {
  return error instanceof Error || Object.prototype.toString.call(error) === '[object Error]';
}

/** The script's own lines of a stack. A syntax error has its place in front: `Code:3`, the line, a marker, the error. */
function placed(stack: string): string {
  const [, place] = /^(.+:\d+)\n[\s\S]*\n\s*\^+\n/.exec(stack) ?? [];
  const lines = stack.split('\n').filter((line) => !OURS.test(line));
  return place ? `${lines[lines.length - 1]}\n    at ${place}:1` : lines.join('\n');
}

/** Lines of this runtime and of the thread around it. */
const OURS = /^\s+at (.*\()?(node:|\[worker eval\])/;
