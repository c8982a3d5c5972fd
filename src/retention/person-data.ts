import { writeAll } from '../tables/tables';
import * as write from '../tables/writes';
import type { Block } from './export-tab';
import {
  findPerson,
  forgetRows,
  type Person,
  type PersonRows,
  type PersonTable,
  toBlocks,
  withoutMentions,
} from './person';

/** Everything in a script that may be about a person. */
export interface PersonData {
  /** Tables in the order in which rows are removed. */
  tables: readonly PersonTable[];
  /** Data that lies elsewhere than in rows. */
  places: readonly PersonPlace[];
  /** Returns the stored form of a phone that was typed in another form. */
  toPhone?: (text: string) => string | undefined;
}

/** Data about people that is in no row of its own: files, settings, properties. */
export interface PersonPlace {
  /** Title in the tab Export. */
  title: string;
  header: readonly string[];
  find(person: Person, rows: readonly PersonRows[]): string[][];
  /** Gets what was exported, also where its rows are gone. May be repeated. */
  forget(person: Person, exported: readonly (readonly string[])[]): void;
}

/** Data that there is about a person, and the person as known then. */
export interface FoundData {
  person: Person;
  rows: PersonRows[];
  blocks: Block[];
}

export function findPersonData({ tables, places }: PersonData, given: Person): FoundData {
  const { person, rows } = findPerson(tables, given);
  const others = places
    .map(({ title, header, find }): Block => ({ title, header, lines: find(person, rows) }))
    .filter(({ lines }) => lines.length > 0);
  return { person, rows, blocks: [...toBlocks(rows), ...others] };
}

/** Describes the data for the person who is asked. */
export function describeFound({ person: { names, phones, emails }, blocks }: FoundData): string {
  const who = { Names: names, 'Phone numbers': phones, 'Email addresses': emails };
  const known = Object.entries(who).filter(([, texts]) => texts.length > 0);
  return [
    ...known.map(([label, texts]) => `${label}: ${texts.join(', ')}`),
    '',
    ...blocks.map(({ title, lines }) => `${title}: ${lines.length}`),
  ].join('\n');
}

/** Removes what was found, and what was exported before. May be repeated. */
export function forgetFound(
  { places }: PersonData,
  { person, rows, blocks }: FoundData,
  exported: readonly Block[],
): void {
  for (const place of places) {
    const own = [...exported, ...blocks].filter(({ title }) => title === place.title);
    place.forget(
      person,
      own.flatMap(({ lines }) => lines),
    );
  }
  for (const one of rows) forgetRows(one, person);
  for (const one of rows) forgetMentions(one, person);
}

function forgetMentions({ of, mentioning }: PersonRows, person: Person): void {
  const clean = (row: Readonly<Record<string, unknown>>) => withoutMentions(of, row, person);
  writeAll(write.update(of.table, new Map(mentioning.map((id) => [id, clean]))));
}
