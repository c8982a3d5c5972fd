import { ActiveSheetMethods } from './active-sheet.realm';
import { call } from './call.realm';
import type { BookChange, BookFacts } from './facts';
import { namedRange } from './named-range.realm';
import { protections } from './protection.realm';
import { rangeList } from './range-list.realm';
import { BOOK, toArea, toRange, toRef, toSheet, toSpreadsheet } from './references.realm';
import { textFinder } from './text-finder.realm';
import { menuOf } from './ui.realm';
import { emailOf, type Person, user } from './user.realm';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;
type RangeList = GoogleAppsScript.Spreadsheet.RangeList;

/**
 * A spreadsheet by its id: settings, named ranges, editors, sheets.
 */
export class EmulatedSpreadsheet extends ActiveSheetMethods implements Place {
  readonly [BOOK]: string;

  constructor(id: string) {
    super();
    this[BOOK] = id;
  }

  getId(): string {
    return this[BOOK];
  }

  /** An older name, which has left the reference. */
  getKey(): string {
    return this.getId();
  }

  getUrl(): string {
    return describe(this).url;
  }

  getName(): string {
    return describe(this).name;
  }

  rename(name: string): void {
    changeSpreadsheet(this, { name });
  }

  getSpreadsheetTimeZone(): string {
    return describe(this).timeZone;
  }

  setSpreadsheetTimeZone(timeZone: string): void {
    changeSpreadsheet(this, { timeZone });
  }

  getSpreadsheetLocale(): string {
    return describe(this).locale;
  }

  setSpreadsheetLocale(locale: string): void {
    changeSpreadsheet(this, { locale });
  }

  getRange(a1Notation: string): Range {
    return toRange(call('spreadsheet.locate', this[BOOK], a1Notation));
  }

  getRangeList(addresses: string[]): GoogleAppsScript.Spreadsheet.RangeList {
    return rangeList(addresses.map((address) => call('spreadsheet.locate', this[BOOK], address)));
  }

  getRangeByName(name: string): Range | null {
    const found = describe(this).names.find((known) => known.name === name);
    return found ? toRange(found.area) : null;
  }

  getNamedRanges(): GoogleAppsScript.Spreadsheet.NamedRange[] {
    return describe(this).names.map(({ name, area }) => namedRange(name, area));
  }

  setNamedRange(name: string, named: Range): void {
    assertOwn(this, toArea(named).book, 'setNamedRange');
    call('spreadsheet.setNamedRange', this[BOOK], name, toArea(named));
  }

  removeNamedRange(name: string): void {
    call('spreadsheet.setNamedRange', this[BOOK], name, null);
  }

  createTextFinder(text: string): GoogleAppsScript.Spreadsheet.TextFinder {
    return textFinder(this[BOOK], text);
  }

  getProtections(
    type: GoogleAppsScript.Spreadsheet.ProtectionType,
  ): GoogleAppsScript.Spreadsheet.Protection[] {
    return protections(this[BOOK], type);
  }

  getOwner(): GoogleAppsScript.Base.User {
    return user(describe(this).owner);
  }

  getEditors(): GoogleAppsScript.Base.User[] {
    return describe(this).editors.map(user);
  }

  addEditor(person: Person): Spreadsheet {
    return share(this, [person], true);
  }

  addEditors(emails: string[]): Spreadsheet {
    return share(this, emails, true);
  }

  removeEditor(person: Person): Spreadsheet {
    return share(this, [person], false);
  }

  toast(text: string, title = ''): void {
    call('spreadsheet.show', { kind: 'toast', title, text, buttons: '' });
  }

  addMenu(caption: string, items: ({ name: string; functionName: string } | null)[]): void {
    call('spreadsheet.addMenu', menuOf(caption, items));
  }

  getSheets(): Sheet[] {
    return describe(this).sheets.map(({ id }) => sheetOf(this, id));
  }

  getNumSheets(): number {
    return describe(this).sheets.length;
  }

  getSheetByName(name: string): Sheet | null {
    const found = describe(this).sheets.find((known) => known.name === name);
    return found ? sheetOf(this, found.id) : null;
  }

  getSheetById(id: number): Sheet | null {
    return describe(this).sheets.some((known) => known.id === id) ? sheetOf(this, id) : null;
  }

  getActiveSheet(): Sheet {
    return sheetOf(this, describe(this).active);
  }

  setActiveSheet(active: Sheet, restoreSelection = true): Sheet {
    if (!restoreSelection) throw new Error('setActiveSheet without restoreSelection is not emulated here.');
    assertOwn(this, toRef(active).book, 'setActiveSheet');
    changeSpreadsheet(this, { active: toRef(active).sheet });
    return active;
  }

  setActiveRange(range: Range): Range {
    return range.activate();
  }

  setActiveRangeList(list: RangeList): RangeList {
    return list.activate();
  }

  setActiveSelection(selected: Range | string): Range {
    return typeof selected === 'string' ? this.getRange(selected).activate() : selected.activate();
  }

  setCurrentCell(cell: Range): Range {
    return cell.activateAsCurrentCell();
  }

  /** Name and index from 0, and as options the sheet to copy. */
  insertSheet(...parts: (string | number | { template?: Sheet | undefined })[]): Sheet {
    const name = parts.find((part): part is string => typeof part === 'string') ?? null;
    const index = parts.find((part): part is number => typeof part === 'number') ?? null;
    const { template } = parts.find((part) => typeof part === 'object') ?? {};
    if (template) assertOwn(this, toRef(template).book, 'insertSheet');
    const id = template
      ? call('spreadsheet.copySheet', toRef(template), { book: this[BOOK], name, index, activate: true })
      : call('spreadsheet.insertSheet', this[BOOK], name, index);
    return sheetOf(this, id);
  }

  /** Beside the original. */
  duplicateActiveSheet(): Sheet {
    const to = { book: this[BOOK], name: null, index: null, activate: true };
    return sheetOf(this, call('spreadsheet.copySheet', toRef(this.getActiveSheet()), to));
  }

  /** No form is linked here. */
  getFormUrl(): string | null {
    return null;
  }

  getImages(): GoogleAppsScript.Spreadsheet.OverGridImage[] {
    return [];
  }

  getBandings(): GoogleAppsScript.Spreadsheet.Banding[] {
    return [];
  }

  getDataSourceTables(): GoogleAppsScript.Spreadsheet.DataSourceTable[] {
    return [];
  }

  getDeveloperMetadata(): GoogleAppsScript.Spreadsheet.DeveloperMetadata[] {
    return [];
  }

  /** All that is in it; the copy is shared with nobody. */
  copy(name: string): Spreadsheet {
    return toSpreadsheet(call('spreadsheet.copyBook', this[BOOK], name));
  }

  deleteSheet(sheet: Sheet): void {
    assertOwn(this, toRef(sheet).book, 'deleteSheet');
    call('spreadsheet.deleteSheet', toRef(sheet));
  }

  deleteActiveSheet(): Sheet {
    this.deleteSheet(this.getActiveSheet());
    return this.getActiveSheet();
  }

  moveActiveSheet(index: number): void {
    call('spreadsheet.changeSheet', { book: this[BOOK], sheet: describe(this).active }, { index });
  }
}

interface Place {
  readonly [BOOK]: string;
}

function describe(place: Place): BookFacts {
  return call('spreadsheet.describe', place[BOOK]);
}

function changeSpreadsheet(place: Place, change: BookChange): void {
  call('spreadsheet.change', place[BOOK], change);
}

function share(place: Place, people: Person[], mayEdit: boolean): Spreadsheet {
  call('spreadsheet.share', place[BOOK], people.map(emailOf), mayEdit);
  return place as unknown as Spreadsheet;
}

function assertOwn(place: Place, book: string, method: string): void {
  if (book !== place[BOOK])
    throw new Error(`Spreadsheet.${method} with another spreadsheet's is not emulated here.`);
}

function sheetOf(place: Place, id: number): Sheet {
  return toSheet({ book: place[BOOK], sheet: id });
}
