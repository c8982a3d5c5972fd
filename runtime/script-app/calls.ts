/** The schedule of a clock trigger: one of the first group, refined by the second. */
export interface Clock {
  minutes?: number;
  hours?: number;
  days?: number;
  weeks?: number;
  /** 0 is Sunday. */
  weekDay?: number;
  monthDay?: number;
  /** Epoch ms of its only run. */
  at?: number;
  /** The only run as ms from now, and as a day. */
  after?: number;
  date?: [year: number, month: number, day: number];

  hour?: number;
  minute?: number;
  zone?: string;
}

export type TriggerEvent = 'CLOCK' | 'ON_OPEN' | 'ON_EDIT' | 'ON_CHANGE' | 'ON_FORM_SUBMIT';

export interface TriggerSpec {
  handler: string;
  event: TriggerEvent;
  /** The spreadsheet; null for a clock trigger. */
  sourceId: string | null;
  clock?: Clock;
  /** Created by an editor add-on. */
  addOn?: true;
}

export interface TriggerRecord extends TriggerSpec {
  id: string;
}

export interface Authorization {
  /** Granted scopes of the manifest; null if Google does not say. */
  granted: string[] | null;
  /** The requested scopes that are not granted. */
  missing: string[];
  url: string;
}

export interface ScriptAppCalls {
  'script.isAddOn'(): boolean;
  'script.createTrigger'(spec: TriggerSpec): TriggerRecord;
  'script.triggers'(): TriggerRecord[];
  'script.deleteTrigger'(id: string): void;
  /** About the given scopes, by default about all of the manifest. */
  'script.authorization'(scopes?: string[]): Authorization;
  /**
   * Throws if one of the scopes (by default of all of the manifest) is not granted; from a menu the user is asked
   * first.
   */
  'script.requireScopes'(scopes?: string[]): void;
  'script.webAppUrl'(): string | null;
  'script.id'(): string;
  'script.token'(): string;
}
