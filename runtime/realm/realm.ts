import { cacheService } from '../cache/cache-service.realm';
import { console, logger } from '../console/console.realm';
import { contentService } from '../content/content-service.realm';
import { drive } from '../drive/drive.realm';
import type { Outcome, RunRequest } from '../execution/run';
import { gmail } from '../gmail/gmail.realm';
import { htmlService } from '../html/html-service.realm';
import { lockService } from '../lock/lock-service.realm';
import { mailApp } from '../mail/mail-app.realm';
import { propertiesService } from '../properties/properties-service.realm';
import { scriptApp } from '../script-app/script-app.realm';
import { session } from '../session/session.realm';
import { spreadsheetApp } from '../spreadsheet/spreadsheet-app.realm';
import { urlFetchApp } from '../url-fetch/url-fetch-app.realm';
import { utilities } from '../utilities/utilities.realm';
import { realmDate, realmRandom } from './clock';
import { toEvent } from './event';
import { connect, type Exchange } from './host';
import { toReturned } from './returned';

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
  MailApp: mailApp,
  Session: session,
  ScriptApp: scriptApp,
  HtmlService: htmlService,
  ContentService: contentService,
  UrlFetchApp: urlFetchApp,
};

/** Advanced services by symbol; they exist only if the manifest enables them. */
const ADVANCED: Globals = { Gmail: gmail, Drive: drive };

/** Puts Google's globals into this fresh context. */
export function install(exchange: Exchange, run: RunRequest): void {
  connect(exchange, run.clock);
  const target = globalThis as unknown as Globals;
  Object.assign(target, GLOBALS, { Date: realmDate(run) });
  Math.random = realmRandom(run);
  for (const name of run.missingGlobals) remove(name);
  for (const symbol of run.advancedServices) target[symbol] = ADVANCED[symbol];
}

/** `Object.hasOwn` */
function remove(path: string): void {
  const [owner = '', name = ''] = path.split('.');
  Reflect.deleteProperty((globalThis as unknown as Globals)[owner] as object, name);
}

/** Calls a top-level function of the script and turns its result, or its error, into JSON. */
export function invoke(name: string, args: string): string {
  const handler = (globalThis as unknown as Globals)[name];
  return JSON.stringify(
    typeof handler === 'function'
      ? outcomeOf(() => handler(...JSON.parse(args).map(toEvent)))
      : { missing: name },
  );
}

function outcomeOf(run: () => unknown): Outcome {
  try {
    return { returned: toReturned(run()) };
  } catch (error) {
    if (!(error instanceof Error)) return { thrown: { name: 'Error', message: String(error) } };
    return {
      thrown: { name: error.name, message: error.message, ...(error.stack ? { stack: error.stack } : {}) },
    };
  }
}
