import addressparser from 'nodemailer/lib/addressparser';
import { decodeWords } from './headers';

/** Someone whom a header names. The name is empty where the header has only an address. */
export interface Correspondent {
  name: string;
  /** Address in lower case. */
  address: string;
}

/** Names and addresses of a message, as its row in Messages has them. */
export type People = Record<'from' | 'fromName' | 'replyTo' | 'originalFrom' | 'to' | 'cc', string>;

/**
 * An address that another one follows without a comma is part of a name: Gmail may have decoded
 * `=?utf-8?q?Ann_=3Cann=40x.org=3E?= <evil@example.com>`, which must not pass for mail of Ann's.
 */
const IN_NAME = /<[^<>]*>(?=(?:"[^"<]*"|\([^)<]*\)|[^<,;"(])*<)/g;

const MAX_NAME_LENGTH = 200;
/** Limit for a list of addresses; a mail to a thousand people need not name all of them. */
const MAX_LIST_LENGTH = 5_000;
/** Limit for the names of all who wrote in a case. */
const MAX_NAMES_LENGTH = 1_000;

export function correspondentsIn(header: string): Correspondent[] {
  return addressparser(header.replace(IN_NAME, ' '), { flatten: true })
    .filter(({ address }) => address.includes('@'))
    .map(({ name, address }) => ({ name: toName(name), address: address.toLowerCase() }));
}

/** `Ann <ann@example.com>, "Berg, Ben" <ben@example.com>` */
export function toList(people: readonly Correspondent[]): string {
  return inLimit(people.map(({ name, address }) => (name ? `${quoted(name)} <${address}>` : address)));
}

export function toAddresses(people: readonly Correspondent[]): string {
  return inLimit(people.map(({ address }) => address));
}

/**
 * The name of the person who wrote, as far as the headers know it; empty where it is only the address in From. Behind a group
 * that is the author, and behind a shop's form whoever the answer goes to. Lists send answers to themselves: that is nobody.
 */
export function writerOf(people: People): string {
  const [author] = correspondentsIn(people.originalFrom);
  if (author) return author.name || author.address;
  const { name = '' } = answeredBy(people) ?? {};
  return name || customerOf(people)?.address || people.fromName;
}

/** The address of the author behind a list or group; empty where there is none. */
export function authorOf({ originalFrom }: Pick<People, 'originalFrom'>): string {
  return correspondentsIn(originalFrom)[0]?.address ?? '';
}

/** Finds whom a form wrote for: the answer goes to one other person, at another domain. */
export function customerOf(people: People): Correspondent | undefined {
  const other = answeredBy(people);
  return other && domainOf(other.address) !== domainOf(people.from) ? other : undefined;
}

/** The only one to whom the answer goes, if that is neither the sender nor a list. */
function answeredBy({ from, replyTo, to, cc }: People): Correspondent | undefined {
  const [other, ...more] = correspondentsIn(replyTo);
  if (!other || more.length > 0 || other.address === from) return undefined;
  const isList = [to, cc].some((list) => list.split(', ').includes(other.address));
  return isList ? undefined : other;
}

/** The names with one more, each once, in the order in which they first wrote. */
export function addName(names: string, name: string): string {
  if (name === '' || `, ${names}, `.includes(`, ${name}, `)) return names;
  const longer = names ? `${names}, ${name}` : name;
  return longer.length > MAX_NAMES_LENGTH ? names : longer;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function toName(text: string): string {
  return decodeWords(text).replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH);
}

/** Puts a name in quotes if a comma, an @ or a bracket would end it. */
function quoted(name: string): string {
  return /[^\p{L}\p{M}\p{N} .'\u2019-]/u.test(name) ? `"${name.replace(/["\\]/g, '')}"` : name;
}

function inLimit(entries: readonly string[]): string {
  let list = '';
  for (const entry of entries) {
    const longer = list ? `${list}, ${entry}` : entry;
    if (longer.length > MAX_LIST_LENGTH) break;
    list = longer;
  }
  return list;
}
