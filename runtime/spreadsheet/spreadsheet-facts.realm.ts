import { call } from '../realm/host';
import { areaOf, BOOK } from './areas.realm';
import type { BookChange, BookFacts } from './facts';
import { menuOf } from './menu.realm';
import { namedRange } from './named-range.realm';
import { protections } from './protection.realm';
import { range } from './range.realm';
import { rangeList } from './range-list.realm';
import { textFinder } from './text-finder.realm';
import { emailOf, type Person, user } from './user.realm';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** A spreadsheet's name, zone, names of ranges and people. */
export class SpreadsheetFacts {
  readonly [BOOK]: string;

  constructor(id: string) {
    this[BOOK] = id;
  }

  getId(): string {
    return this[BOOK];
  }

  getUrl(): string {
    return this.facts.url;
  }

  getName(): string {
    return this.facts.name;
  }

  rename(name: string): void {
    this.change({ name });
  }

  getSpreadsheetTimeZone(): string {
    return this.facts.timeZone;
  }

  setSpreadsheetTimeZone(timeZone: string): void {
    this.change({ timeZone });
  }

  getSpreadsheetLocale(): string {
    return this.facts.locale;
  }

  setSpreadsheetLocale(locale: string): void {
    this.change({ locale });
  }

  getRange(a1Notation: string): Range {
    return range(call('spreadsheet.locate', this[BOOK], a1Notation));
  }

  getRangeList(addresses: string[]): GoogleAppsScript.Spreadsheet.RangeList {
    return rangeList(addresses.map((address) => call('spreadsheet.locate', this[BOOK], address)));
  }

  getRangeByName(name: string): Range | null {
    const found = this.facts.names.find((known) => known.name === name);
    return found ? range(found.area) : null;
  }

  getNamedRanges(): GoogleAppsScript.Spreadsheet.NamedRange[] {
    return this.facts.names.map(({ name, area }) => namedRange(name, area));
  }

  setNamedRange(name: string, named: Range): void {
    call('spreadsheet.setNamedRange', this[BOOK], name, areaOf(named));
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
    return user(this.facts.owner);
  }

  getEditors(): GoogleAppsScript.Base.User[] {
    return this.facts.editors.map(user);
  }

  addEditor(person: Person): Spreadsheet {
    return this.share([person], true);
  }

  addEditors(emails: string[]): Spreadsheet {
    return this.share(emails, true);
  }

  removeEditor(person: Person): Spreadsheet {
    return this.share([person], false);
  }

  toast(text: string, title = ''): void {
    call('spreadsheet.show', { kind: 'toast', title, text, buttons: '' });
  }

  addMenu(caption: string, items: ({ name: string; functionName: string } | null)[]): void {
    call('spreadsheet.addMenu', menuOf(caption, items));
  }

  protected get facts(): BookFacts {
    return call('spreadsheet.describe', this[BOOK]);
  }

  private share(people: Person[], mayEdit: boolean): Spreadsheet {
    call('spreadsheet.share', this[BOOK], people.map(emailOf), mayEdit);
    return this as unknown as Spreadsheet;
  }

  protected change(wanted: BookChange): void {
    call('spreadsheet.change', this[BOOK], wanted);
  }
}
