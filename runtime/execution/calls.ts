import type { CacheCalls } from '../cache/calls';
import type { ConsoleCalls } from '../console/calls';
import type { DriveCalls } from '../drive/calls';
import type { DriveAppCalls } from '../drive/drive-app-calls';
import type { GmailCalls } from '../gmail/calls';
import type { GmailAppCalls } from '../gmail-app/calls';
import type { HtmlCalls } from '../html/calls';
import type { LockCalls } from '../lock/calls';
import type { MailCalls } from '../mail/calls';
import type { PropertiesCalls } from '../properties/calls';
import type { ScriptAppCalls } from '../script-app/calls';
import type { SessionCalls } from '../session/calls';
import type { SpreadsheetCalls } from '../spreadsheet/calls';
import type { UrlFetchCalls } from '../url-fetch/calls';
import type { UtilitiesCalls } from '../utilities/calls';

/** Every call that crosses from a realm to the main thread. Arguments and results are JSON. */
export interface Calls
  extends ConsoleCalls,
    LockCalls,
    PropertiesCalls,
    SpreadsheetCalls,
    UtilitiesCalls,
    GmailCalls,
    GmailAppCalls,
    DriveCalls,
    DriveAppCalls,
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

/** What a call throws in the script. */
export interface CallError {
  name: string;
  message: string;
  details?: unknown;
}

export type CallAnswer = { result: unknown } | { error: CallError };

export type CallReply = { clock: number } & CallAnswer;
