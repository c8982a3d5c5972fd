import { ServiceError } from '../execution/service';
import type { Area, SheetRef } from './cells';
import type { ProtectionFacts } from './facts';
import { conventionsOf } from './locale';
import type { Sheet } from './sheet';
import type { Typing } from './typed-text';
import { MESSAGES } from './wording';

/** The stored facts of a spreadsheet besides its sheets. */
export interface BookRecord {
  id: string;
  name: string;
  locale: string;
  timeZone: string;
  /** The editors besides the owner. */
  editors: string[];
  active: number;
  names: { name: string; area: Area }[];
  /** Names of ranges that are gone, and that formulas have; absent until there is one. */
  lostNames?: string[] | undefined;
  protections: ProtectionFacts[];
  nextProtection: number;
  nextSheet: number;
}

/** A spreadsheet in memory. */
export class Book {
  readonly record: BookRecord;
  sheets: Sheet[];
  /** True if the record or a sheet's record differs from the store. */
  changed = false;
  /** Deleted sheets whose blocks are still in the store. */
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

  /** The active sheet; the first one if that was deleted. */
  get active(): Sheet {
    return this.findSheet(this.record.active) ?? (this.sheets[0] as Sheet);
  }

  /** True if a sheet that has been read holds formulas, so that cells of one sheet may depend on those of another. */
  get hasFormulas(): boolean {
    return this.sheets.some((sheet) => sheet.isLoaded && sheet.grid.hasFormulas);
  }

  get cells(): number {
    return this.sheets.reduce((sum, { maxRows, maxColumns }) => sum + maxRows * maxColumns, 0);
  }

  /** Returns how text is parsed that is typed at this time into a cell that is not plain text. */
  typing(now: number): Typing {
    const year = new Date(now).getUTCFullYear();
    return { conventions: conventionsOf(this.record.locale), year, plain: false };
  }
}
