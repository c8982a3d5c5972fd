import type { Area } from './cells';

/** What a TextFinder looks for; without options: case-insensitive, anywhere in the displayed value. */
export interface Query {
  text: string;
  matchCase: boolean;
  entireCell: boolean;
  regex: boolean;
  formulas: boolean;
  ignoreDiacritics: boolean;
}

/** One area, or a whole spreadsheet by its id. */
export type Scope = Area | string;

/** Which match of several: the first after a cell or the last before one; none: from that end of the scope. */
export interface Step {
  forward: boolean;
  from: Area | null;
}
