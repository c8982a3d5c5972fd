/** Results of Health for the sheet, the page and a terminal. This file knows nothing of the platform, as pages do. */

/** Questions that an owner asks first, and `rest`: all that answers none of them. */
export type Light = 'in' | 'out' | 'room' | 'rest';

export type State = 'ok' | 'warning' | 'problem';

/** Result of a check. */
export interface Finding {
  state: State;
  /** States what is so now. */
  sentence: string;
  /** Tells what to do. Absent where nothing is to be done. */
  cure?: string | undefined;
  /** Epoch ms at which it was last reached or measured, where that is known. */
  reachedAt?: number | undefined;
  /** Figures and the words of others, for whoever helps the owner. */
  detail?: string | undefined;
}

export interface HealthLine extends Finding {
  light: Light;
  label: string;
}

export interface HealthReport {
  /** The desk as a whole: `1 thing needs you. Checked today at 14:25.` */
  summary: Finding;
  /** Under the title of each light the first of its worst lines. */
  lights: HealthLine[];
  /** Everything that was looked at. */
  lines: HealthLine[];
  /** All of it as one text, for whoever helps the owner. */
  text: string;
}
