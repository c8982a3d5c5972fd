import { ServiceError } from '../execution/service';
import type { Area, SheetRef } from './cells';
import type { ProtectionFacts } from './facts';
import { conventionsOf } from './locale';
import type { Sheet } from './sheet';
import type { Typing } from './typed-text';
import { MESSAGES } from './wording';

/** What the store keeps of a spreadsheet besides its sheets. */
export interface BookRecord {
  id: string;
  name: string;
  locale: string;
  timeZone: string;
  /** Who may edit it besides its owner. */
  editors: string[];
  active: number;
  names: { name: string; area: Area }[];
  protections: ProtectionFacts[];
  nextProtection: number;
  nextSheet: number;
}

/** A spreadsheet. */
export class Book {
  readonly record: BookRecord;
  sheets: Sheet[];
  /** The record or a sheet's record differs from what is stored. */
  changed = false;
  /** Sheets that were deleted and whose blocks the store still has. */
  readonly removed = new Set<number>();

  constructor(record: BookRecord, sheets: Sheet[]) {
    this.record = record;
    this.sheets = sheets;
  }

  findSheet(id: number): Sheet | undefined {
    return this.sheets.find(({ record }) => record.id === id);
  }

  getSheet({ sheet }: Pick<SheetRef, 'sheet'>): Sheet {
    const found = this.findSheet(sheet);
    if (!found) throw new ServiceError(MESSAGES.noSheet(sheet));
    return found;
  }

  findByName(name: string): Sheet | undefined {
    return this.sheets.find(({ record }) => record.name === name);
  }

  /** The sheet that a script sees as active; the first one when that is gone. */
  get active(): Sheet {
    return this.findSheet(this.record.active) ?? (this.sheets[0] as Sheet);
  }

  get cells(): number {
    return this.sheets.reduce((sum, { maxRows, maxColumns }) => sum + maxRows * maxColumns, 0);
  }

  /** How text is read that is typed at this time into a cell that is not plain text. */
  typing(now: number): Typing {
    const year = new Date(now).getUTCFullYear();
    return { conventions: conventionsOf(this.record.locale), year, plain: false };
  }
}
