import * as v from 'valibot';
import { readLines, removeAll, scan, type Table } from '../tables/tables';
import type { Block } from './export-tab';
import { contactPatterns, findMentions, mentionPatterns, without, wordPatterns } from './mentions';

const Texts = v.array(v.string());

/** Facts known of a person; the ids are those of their leads, orders or cases. */
export const Person = v.object({
  phones: Texts,
  emails: Texts,
  names: Texts,
  ids: v.array(v.pipe(v.string(), v.minLength(1))),
});
export type Person = v.InferOutput<typeof Person>;

/** A table that has people in it: the names of columns, and what becomes of a person's rows. */
export interface PersonTable {
  table: Table;
  /** The columns that say whose a row is. */
  phones?: readonly string[];
  emails?: readonly string[];
  /** The columns that say so where they have a single address; several are people who are only named. */
  soleEmails?: readonly string[];
  /** The column with the id of another table's row: both are the same person's. */
  of?: string;
  /** Finds the id in that column, where it holds more than the id. */
  toId?: (text: string) => string;
  names?: readonly string[];
  /** Rows of the table stand for the person: what they say of phone, email address and name counts too. */
  isEntity?: true;
  /** The columns in which other people's rows may name the person. */
  mentions?: readonly string[];
  /** The columns in which others' rows may have a phone or email address; a name there is their own. */
  contacts?: readonly string[];
  /** The columns in which other rows may list ids of the person's rows. */
  idLists?: readonly string[];
  /** Called instead of removing the rows with these ids. May be repeated. */
  forget?: (ids: readonly string[], person: Person) => void;
  /** Changes something else in the rows of others that named the person. */
  stamp?: (row: Readonly<Record<string, unknown>>, person: Person) => object;
}

/** The rows of a person in one table. */
export interface PersonRows {
  of: PersonTable;
  own: string[];
  /** The rows of others that name the person. */
  mentioning: string[];
}

const MIN_DIGITS = 6;
/** A number without its country's digits has this length; a shorter one may be someone else's in another country. */
const MIN_NATIONAL_DIGITS = 9;

/** Reads a phone number, an email address or an id; undefined for anything else. `toPhone` tells how a phone is stored. */
export function toPerson(text: string, toPhone?: (text: string) => string | undefined): Person | undefined {
  const given = text.trim();
  const nobody = { phones: [], emails: [], names: [], ids: [] };
  if (/^[A-Za-z]+-\d+(-[0-9a-z]+)?$/.test(given)) {
    const [letters = '', ...rest] = given.split('-');
    return { ...nobody, ids: [[letters.toUpperCase(), ...rest].join('-')] };
  }
  if (/^[^\s@]+@[^\s@]+$/.test(given)) return { ...nobody, emails: [given.toLowerCase()] };
  const phone = withoutChannel(given);
  const stored = toPhone?.(phone);
  if (stored !== undefined) return { ...nobody, phones: [phone, stored] };
  const isPhone = /^[+\d\s().\-/]+$/.test(phone) && digitsOf(phone).length >= MIN_DIGITS;
  return isPhone ? { ...nobody, phones: [phone] } : undefined;
}

/**
 * Follows phones and email addresses from row to row, so that an order with another address of the same person is found
 * too. Returns everything that is known of the person then, and the rows.
 */
export function findPerson(
  tables: readonly PersonTable[],
  given: Person,
): { person: Person; rows: PersonRows[] } {
  const readings = tables.map((of) => ({ of, rows: readPeople(of) }));
  let person = given;
  for (let size = 0; size !== sizeOf(person); ) {
    size = sizeOf(person);
    for (const { of, rows } of readings)
      if (of.isEntity) person = rows.filter((row) => isOf(person, row)).reduce(learn, person);
  }
  const rows = readings.map(({ of, rows }): PersonRows => {
    // A row without an id cannot be found again to be removed: it is reported with the other leftovers.
    const own = rows.filter((row) => row.id !== '' && isOf(person, row)).map(({ id }) => id);
    const naming = findMentions(of.table, of.mentions ?? [], mentionPatterns(person));
    const reaching = findMentions(of.table, of.contacts ?? [], contactPatterns(person));
    const linking = findMentions(of.table, of.idLists ?? [], wordPatterns(person.ids.map((id) => `"${id}"`)));
    const others = new Set([...naming, ...reaching, ...linking].filter((id) => !own.includes(id)));
    return { of, own, mentioning: [...others] };
  });
  return { person, rows };
}

/** The rows as they are, to be exported; those of others under a title of their own. */
export function toBlocks(rows: readonly PersonRows[]): Block[] {
  return rows.flatMap(({ of: { table }, own, mentioning }) => {
    const block = (title: string, ids: readonly string[]): Block[] => {
      if (ids.length === 0) return [];
      const { header, lines } = readLines(table, ids);
      return [{ title, header, lines: [...lines.values()] }];
    };
    return [...block(table.name, own), ...block(`Mentions in ${table.name}`, mentioning)];
  });
}

export function forgetRows({ of: { table, forget }, own }: PersonRows, person: Person): void {
  if (own.length === 0) return;
  if (forget) forget(own, person);
  else removeAll(table, own);
}

/** The row of another person, without any mention of this one: the cells that change. */
export function withoutMentions(
  { mentions = [], contacts = [], idLists = [], stamp }: PersonTable,
  row: Readonly<Record<string, unknown>>,
  person: Person,
): object {
  const clean = (columns: readonly string[], patterns: readonly string[]) =>
    columns.map((name) => [name, without(row[name], patterns, person.ids)]);
  return {
    ...Object.fromEntries(clean(contacts, contactPatterns(person))),
    ...Object.fromEntries(clean([...mentions, ...idLists], mentionPatterns(person))),
    ...stamp?.(row, person),
  };
}

/** A value without the person: texts lose what names them, lists their ids. */
export function withoutPerson<V>(value: V, person: Person): V {
  return without(value, mentionPatterns(person), person.ids);
}

/** Data in a row on the person it belongs to. */
interface PersonRow {
  id: string;
  /** Undefined where no other row's id says whose it is. */
  of: string | undefined;
  phones: string[];
  emails: string[];
  names: string[];
}

function readPeople({
  table,
  phones = [],
  emails = [],
  soleEmails = [],
  names = [],
  of,
  toId = String,
}: PersonTable): PersonRow[] {
  const wanted = [...phones, ...emails, ...soleEmails, ...names, ...(of === undefined ? [] : [of])];
  if (wanted.length === 0) return [];
  const columns = [...new Set([table.key, ...wanted])];
  return scan(table, columns).map((row) => {
    const texts = (wanted: readonly string[]) =>
      wanted.map((name) => String(row[name] ?? '').trim()).filter(Boolean);
    return {
      id: String(row[table.key]),
      of: of === undefined ? undefined : toId(String(row[of])),
      phones: texts(phones),
      emails: [
        ...texts(emails).flatMap(addressesIn),
        ...texts(soleEmails)
          .map(addressesIn)
          .filter(({ length }) => length === 1)
          .flat(),
      ],
      names: texts(names),
    };
  });
}

/** A cell may have a name before the address. */
function addressesIn(text: string): string[] {
  const lower = text.toLowerCase();
  return (lower.includes('@') && lower.match(/[^\s<>,"@]+@[^\s<>,"@]+/g)) || [lower];
}

function isOf(person: Person, { id, of, phones, emails }: PersonRow): boolean {
  return (
    person.ids.includes(id) ||
    (of !== undefined && person.ids.includes(of)) ||
    emails.some((email) => person.emails.includes(email)) ||
    phones.some((phone) => person.phones.some((known) => isSamePhone(known, phone)))
  );
}

function learn(person: Person, row: PersonRow): Person {
  return {
    phones: [...new Set([...person.phones, ...row.phones.map(withoutChannel)])],
    emails: [...new Set([...person.emails, ...row.emails])],
    names: [...new Set([...person.names, ...row.names])],
    ids: [...new Set([...person.ids, ...(row.id === '' ? [] : [row.id])])],
  };
}

function sizeOf({ phones, emails, names, ids }: Person): number {
  return phones.length + emails.length + names.length + ids.length;
}

function isSamePhone(one: string, other: string): boolean {
  const [long = '', short = ''] = [digitsOf(one), digitsOf(other)].sort((a, b) => b.length - a.length);
  if (short.length < MIN_DIGITS) return false;
  return long === short || (short.length >= MIN_NATIONAL_DIGITS && long.endsWith(short));
}

/** Returns the digits without the zeros that are dialled in front. */
function digitsOf(phone: string): string {
  return withoutChannel(phone).replace(/\D/g, '').replace(/^0+/, '');
}

function withoutChannel(phone: string): string {
  return phone.replace(/^(whatsapp|sms):/i, '').trim();
}
