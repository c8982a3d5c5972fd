import type { CacheCalls } from './cache';
import type { ConsoleCalls } from './console';
import type { GoogleCalls } from './google';
import type { HtmlCalls } from './html';
import type { LockCalls } from './lock';
import type { MailCalls } from './mail';
import type { PropertiesCalls } from './properties';
import type { ScriptAppCalls } from './script-app';
import type { SessionCalls } from './session';
import type { SpreadsheetCalls } from './spreadsheet';
import type { UrlFetchCalls } from './url-fetch';
import type { UtilitiesCalls } from './utilities';

/** Every call that crosses from a realm to the main thread. Arguments and results are JSON. */
export interface Calls
  extends ConsoleCalls,
    LockCalls,
    PropertiesCalls,
    SpreadsheetCalls,
    UtilitiesCalls,
    GoogleCalls,
    CacheCalls,
    MailCalls,
    SessionCalls,
    ScriptAppCalls,
    HtmlCalls,
    UrlFetchCalls {}

export type Method = keyof Calls;

export interface CallRequest {
  method: Method;
  args: unknown[];
}

export type CallAnswer =
  | { result: unknown }
  | { error: { name: string; message: string; details?: unknown } };

export type CallReply = { clock: number } & CallAnswer;
