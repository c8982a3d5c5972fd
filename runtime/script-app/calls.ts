/** When a clock trigger fires: one of the first group, refined by the others. */
export interface Clock {
  minutes?: number;
  hours?: number;
  days?: number;
  weeks?: number;
  /** 0 is Sunday. */
  weekDay?: number;
  monthDay?: number;
  /** Epoch ms of the one time that it fires. */
  at?: number;
  /** The same as ms from now, and as a day. */
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
  /** The spreadsheet, unless the clock fires it. */
  sourceId: string | null;
  clock?: Clock;
  /** An editor add-on made it. */
  addOn?: true;
}

export interface TriggerRecord extends TriggerSpec {
  id: string;
}

export interface Authorization {
  /** Scopes of the manifest that are granted; null where Google does not say. */
  granted: string[] | null;
  /** Scopes that were asked about and are not. */
  missing: string[];
  url: string;
}

export interface ScriptAppCalls {
  'script.createTrigger'(spec: TriggerSpec): TriggerRecord;
  'script.triggers'(): TriggerRecord[];
  'script.deleteTrigger'(id: string): void;
  /** About the given scopes; about all of the manifest without any. */
  'script.authorization'(scopes?: string[]): Authorization;
  /** Throws where one of them, or of all of the manifest, is not granted; a person at the menu is asked. */
  'script.requireScopes'(scopes?: string[]): void;
  'script.webAppUrl'(): string | null;
  'script.id'(): string;
  'script.token'(): string;
}
