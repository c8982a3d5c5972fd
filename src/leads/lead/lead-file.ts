import { parseCsv, type Separator, separatorOf } from '../../http/csv';
import { invalid } from '../../http/http-error';
import type { OwnField } from '../lists';
import { ImportedLead, isEmail } from './create-lead';
import { CSV_COLUMNS } from './list-leads';

/** Leads as a spreadsheet or another system exports them: a header in the words of people, then a row for each. */

/** Consent has three parts, and what other systems call so may be anything: it stays among the notes. */
const FIELDS: readonly string[] = Object.keys(ImportedLead.entries).filter(
  (name) => name !== 'consent' && name !== 'custom',
);

/** Columns that a list of this desk has besides, and a new lead does not take; another system's say something else. */
const IGNORED = CSV_COLUMNS.filter((name) => !FIELDS.includes(name)).map(toKey);

/** Titles of columns besides the names of fields, without what is between their words. */
const TITLES: Readonly<Record<string, readonly string[]>> = {
  name: words('full name, contact, contact name, customer, customer name, client, lead name'),
  phone: words(
    'phone number, mobile, mobile phone, mobile number, cell, cell phone, telephone, tel, primary phone, home phone, work phone, phone 1, phone 2',
  ),
  email: words('email address, primary email, work email, email 1, email 2'),
  creditScore: words('credit, fico, fico score'),
  downPayment: words('down, cash down, deposit'),
  hasBank: words('bank, bank account, has bank account, checking account'),
  idType: words('identification, kind of id'),
  tradeIn: words('trade, has trade, has trade in'),
  location: words('store, dealership, branch, office'),
  source: words('lead source, origin, channel, campaign'),
  notes: words('note, comment, comments, remarks, message, description'),
};

/** Parts of a name, in the order in which it is written. */
const NAME_PARTS = words('first name, given name, middle name, last name, family name, surname');

/** Field of each title, by its letters and digits alone. */
const FIELD_OF = new Map(
  FIELDS.flatMap((field) => [field, ...(TITLES[field] ?? [])].map((title) => [toKey(title), field] as const)),
);

const NUMBERS = ['downPayment'];
const BOOLEANS = ['hasBank', 'tradeIn'];
const WORDS = new Map([
  ...['yes', 'y', 'true', '1'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0'].map((word) => [word, false] as const),
]);

/**
 * The rows of a file of comma-, semicolon- or tab-separated text, as new leads. Cells of columns that no field is for are kept
 * in the notes, with their titles; a cell without text leaves its field out.
 *
 * @throws HttpError 400, 422
 */
export function readLeadFile(text: string, own: readonly OwnField[]): Record<string, unknown>[] {
  const [header = [], ...lines] = parseCsv(text);
  const titles = header.map((title) => title.trim());
  const written = titles.map(toKey);
  const ownAt = written.map((key) =>
    own.find(({ name }) => [toKey(name), toKey(`custom.${name}`)].includes(key)),
  );
  const fields = written.map((key) => FIELD_OF.get(key) ?? key);
  const repeated = fields.find((_, at) => written[at] !== '' && written.indexOf(written[at] ?? '') < at);
  if (repeated !== undefined) throw invalid(`The header has the column ${repeated} twice.`, repeated);
  const ignored = IGNORED.every((name) => written.includes(name)) ? IGNORED : [];
  const separator = separatorOf(text);
  return lines.map((cells) => toLead(cells, { titles, fields, ownAt, ignored, separator }));
}

interface Header {
  titles: readonly string[];
  /** The field of each column, or the letters and digits of its title. */
  fields: readonly string[];
  /** The owner's field of each column that has one. */
  ownAt: readonly (OwnField | undefined)[];
  ignored: readonly string[];
  separator: Separator;
}

function toLead(
  cells: readonly string[],
  { titles, fields, ownAt, ignored, separator }: Header,
): Record<string, unknown> {
  const lead: Record<string, unknown> = {};
  const parts: string[] = [];
  const others: string[] = [];
  const custom: Record<string, unknown> = {};
  for (const [index, cell] of cells.entries()) {
    const [text, title = '', field = ''] = [cell.trim(), titles[index], fields[index]];
    if (text === '' || ignored.includes(field)) continue;
    const own = ownAt[index];
    if (own) custom[own.name] = toValue(own.type, { cell: text, separator });
    if (own) continue;
    if (NAME_PARTS.includes(field)) parts[NAME_PARTS.indexOf(field)] = text;
    else if (title === '') lead[`column ${index + 1}`] = cell;
    else if (!FIELDS.includes(field) || field in lead) others.push(`${title}: ${text}`);
    else {
      const value = toValue(kindOf(field), { cell, separator });
      // Another system may mean something else by a title that reads like a field's name.
      const isUnclear = field === 'email' ? !isEmail(text) : BOOLEANS.includes(field);
      const isKept = typeof value === 'string' && isUnclear && title !== field;
      if (isKept) others.push(`${title}: ${text}`);
      else lead[field] = value;
    }
  }
  if (parts.length > 0) {
    const name = parts.filter(Boolean).join(' ');
    if ('name' in lead) others.unshift(`Name: ${name}`);
    else lead.name = name;
  }
  if (Object.keys(custom).length > 0) lead.custom = custom;
  if (others.length > 0) lead.notes = [...(lead.notes ? [lead.notes] : []), ...others].join('\n');
  return lead;
}

function kindOf(field: string): OwnField['type'] {
  if (BOOLEANS.includes(field)) return 'yes/no';
  return NUMBERS.includes(field) ? 'number' : 'text';
}

/** Converts a cell. A cell that cannot be read stays text, which the row is refused for. */
function toValue(
  kind: OwnField['type'],
  { cell, separator }: { cell: string; separator: Separator },
): string | number | boolean {
  const text = cell.trim();
  if (kind === 'yes/no') return WORDS.get(text.toLowerCase()) ?? cell;
  return (kind === 'number' ? toNumber(text, separator) : undefined) ?? cell;
}

const SYMBOL = /^(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})\s*|\s*(?:\p{Sc}|[A-Z]{3})$/gu;
/** Thousands in groups of three, all apart by the same character, then decimals apart by another. */
const NUMBER = /^(-?)(\d+|\d{1,3}(?:([ '\u2019.,])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/;

/** `1500`, `1,234.56`, `1.234,56`, `$1500`, `1 500 EUR`. Undefined where a point or comma may mean either. */
function toNumber(text: string, separator: Separator): number | undefined {
  const digits = text.replace(/\s/g, ' ').replace(SYMBOL, '');
  const [, sign, whole = '', group, point, fraction = ''] = NUMBER.exec(digits) ?? [];
  if (whole === '' || (point !== undefined && point === group)) return undefined;
  // A single point or comma before three digits: what separates the cells tells, since it is no decimal sign.
  const isUnclear = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits.replace('-', ''));
  const isGroup = separator === ',' ? digits.includes(',') : separator === ';' && digits.includes('.');
  if (isUnclear && !isGroup) return undefined;
  return Number(`${sign}${whole.replace(/\D/g, '')}${isUnclear ? fraction : `.${fraction || 0}`}`);
}

function words(list: string): string[] {
  return list.split(', ').map(toKey);
}

/** `downpayment` of `Down payment`, `DOWN_PAYMENT` and `downPayment`. */
function toKey(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
