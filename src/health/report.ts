/** What Health shows, in the sheet, on the page and on a terminal. It knows nothing of the platform, as pages do. */

/** What an owner asks first, and `rest`: all that answers none of these questions. */
export type Light = 'in' | 'out' | 'room' | 'rest';

export type State = 'ok' | 'warning' | 'problem';

/** What a check has found. */
export interface Finding {
  state: State;
  /** What is so now. */
  sentence: string;
  /** What to do. Absent where nothing is to be done. */
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
}
