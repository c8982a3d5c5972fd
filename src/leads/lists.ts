import { rolesWith } from '../accounts/roles';
import { logError } from '../health/errors';
import { isCallingCode } from '../http/phone';
import * as cache from '../platform/cache';
import { toTimeZone } from '../platform/day';
import { perExecution } from '../platform/execution';
import { columnNames, readTexts, tabColumns } from '../tables/sheet';
import { LEAD_STATUSES, LEADS, LISTS, LOST_REASONS, NEXT_STEPS } from './tables';
import { BLANKS } from './thread/templates';

/** All that the owner says in the tab Lists. */
export interface Lists {
  /** The desk's own, then those that the owner has added. */
  statuses: string[];
  /** Digits of the country whose numbers need no +; empty where there is none. */
  callingCode: string;
  /** The desk's own, then those that the owner has added. */
  nextSteps: string[];
  /** The same of the reasons why a lead is lost. */
  lostReasons: string[];
  templates: Template[];
  assignments: AssignmentRule[];
  zones: LocationZone[];
  fields: OwnField[];
  settings: LeadSettings;
}

/** A column that the owner has added to the Leads tab, as a field of `custom`. */
export interface OwnField {
  name: string;
  /** The choices where it is a list of them. */
  type: (typeof FIELD_TYPES)[number] | string[];
  /** The roles that may read it. */
  roles: string[];
}

export const FIELD_TYPES = ['text', 'number', 'date', 'yes/no'] as const;

/** No dots and brackets, by which a filter names a field. */
const FIELD_NAME = /^\p{L}[\p{L}\p{N} _'/&#-]{0,39}$/u;

/** Time zone of a location, which is in small letters. */
interface LocationZone {
  location: string;
  zone: string;
}

/** A text with {name}, {vehicle} and {agent} in it. */
export interface Template {
  name: string;
  text: string;
}

/** Rule for who gets a new lead. An empty text means any. */
export interface AssignmentRule {
  location: string;
  source: string;
  /** A vehicle's ID, or words of its make and model. */
  vehicle: string;
  minScore: number;
  /** Addresses or IDs of users in small letters; `all` stands for every agent. */
  to: string[];
}

export interface LeadSettings {
  /** First and last hour of the day between which automatic texts go out. */
  textHours: [from: number, to: number];
  /** Minutes after which a hot lead that nobody has touched goes to another agent; 0 where it stays. */
  hotMinutes: number;
  /** Answer to HELP; empty where the provider answers by itself. */
  help: string;
}

const DEFAULT_SETTINGS: LeadSettings = { textHours: [8, 21], hotMinutes: 10, help: '' };

const OTHER_BLANK = new RegExp(`\\{(?!(?:${BLANKS.join('|')})\\})`);

/** The roles that may read leads at all. */
const READERS: string[] = rolesWith('leads');

const COLUMNS = columnNames(LISTS) as ListColumn[];
export type ListColumn = keyof (typeof LISTS)['columns'];

/** A row of the tab as text, with the addresses of its cells for messages. */
export interface ListLine {
  cells: Readonly<Record<ListColumn, string>>;
  addressOf: (column: ListColumn) => string;
}

/** The cached lists. */
export const LISTS_KEY = 'leads.lists';
/** An edit that no trigger reports takes effect after this time at the latest. */
const TTL_S = 60;

const read = perExecution(() => cache.getOrSet(LISTS_KEY, TTL_S, readLists));

/** Read once in an execution: a list of leads may have a thousand national numbers. */
export function leadLists(): Lists {
  return read.current;
}

function readLists(): Lists {
  const { lists, problems } = parseLists(readTexts(LISTS, COLUMNS));
  for (const { problem } of problems) logError(problem);
  return lists;
}

/** Lists the mistakes of the tab as it is now, for Health. */
export function findListProblems(): string[] {
  return parseLists(readTexts(LISTS, COLUMNS)).problems.map(({ problem }) => problem);
}

interface Problem {
  /** Index of the row. */
  at: number;
  column: ListColumn;
  problem: string;
}

/** Reads each list from top to bottom. A cell that is wrong is left out, and told. */
export function parseLists(lines: readonly ListLine[]): { lists: Lists; problems: Problem[] } {
  const problems: Problem[] = [];
  const textIn = (line: ListLine, column: ListColumn) => line.cells[column].trim();
  const refuse = (line: ListLine, column: ListColumn, expected: string) => {
    const problem = `${line.addressOf(column)} must be ${expected} (got "${textIn(line, column)}").`;
    problems.push({ at: lines.indexOf(line), column, problem });
  };
  const filled = (column: ListColumn) => lines.filter((line) => textIn(line, column) !== '');
  const valuesOf = (column: ListColumn) => [...new Set(filled(column).map((line) => textIn(line, column)))];

  const [country] = filled('defaultCountry');
  const code = country ? textIn(country, 'defaultCountry').replace(/^\+/, '') : '';
  const isKnown = code === '' || isCallingCode(code);
  if (country && !isKnown) refuse(country, 'defaultCountry', 'a calling code such as +1');

  const zones = filled('location').flatMap((line): LocationZone[] => {
    const zone = toTimeZone(textIn(line, 'timeZone'));
    if (zone !== undefined) return [{ location: textIn(line, 'location').toLowerCase(), zone }];
    refuse(line, 'timeZone', 'a time zone such as America/Chicago');
    return [];
  });

  const settings = { ...DEFAULT_SETTINGS };
  for (const line of filled('setting')) {
    const setting = SETTINGS.find(({ name }) => name.toLowerCase() === textIn(line, 'setting').toLowerCase());
    if (!setting) refuse(line, 'setting', `one of ${SETTINGS.map(({ name }) => name).join(', ')}`);
    else if (textIn(line, 'value') !== '' && !setting.read(textIn(line, 'value'), settings))
      refuse(line, 'value', setting.expected);
  }

  const assignments = filled('assignTo').map((line): AssignmentRule => {
    const minScore = Number(textIn(line, 'assignScore'));
    const isScore = minScore >= 0 && minScore <= 100;
    if (!isScore) refuse(line, 'assignScore', 'a score from 0 to 100');
    const wordsIn = (column: ListColumn) => textIn(line, column).toLowerCase();
    return {
      location: wordsIn('assignLocation'),
      source: wordsIn('assignSource'),
      vehicle: wordsIn('assignVehicle'),
      // A rule that cannot be read holds for no lead.
      minScore: isScore ? minScore : Infinity,
      to: wordsIn('assignTo').split(/[\s,;]+/),
    };
  });

  const fields = filled('field').map((line, at, all): OwnField => {
    const [name, type] = [textIn(line, 'field'), textIn(line, 'fieldType').toLowerCase()];
    const roles = textIn(line, 'fieldRoles')
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean);
    const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
    const isTaken =
      Object.keys(tabColumns(LEADS)).some(isSame) ||
      all.slice(0, at).some((one) => isSame(textIn(one, 'field')));
    const choices = textIn(line, 'fieldType')
      .split(/[,;]/)
      .map((choice) => choice.trim())
      .filter(Boolean);
    const known = FIELD_TYPES.find((one) => one === (type || 'text'));
    const areRoles = roles.every((role) => READERS.some((one) => one === role));
    if (isTaken || !FIELD_NAME.test(name))
      refuse(line, 'field', 'the header of a column of your own, with letters, digits and blanks');
    else if (!known && choices.length < 2)
      refuse(line, 'fieldType', `${FIELD_TYPES.join(', ')}, or choices such as gold, silver`);
    else if (!areRoles) refuse(line, 'fieldRoles', `${READERS.join(' or ')}`);
    else return { name, type: known ?? choices, roles: roles.length > 0 ? ['admin', ...roles] : READERS };
    return { name: '', type: 'text', roles: [] };
  });

  const templates = filled('template').map((line) => {
    const [name, text] = [textIn(line, 'template'), textIn(line, 'templateText')];
    if (text === '' || OTHER_BLANK.test(text))
      refuse(
        line,
        'templateText',
        `a text that has no blanks but ${BLANKS.map((blank) => `{${blank}}`).join(', ')}`,
      );
    return { name, text };
  });

  const lists = {
    statuses: [...new Set([...LEAD_STATUSES, ...valuesOf('leadStatus')])],
    callingCode: isKnown ? code : '',
    nextSteps: [...new Set([...NEXT_STEPS, ...valuesOf('nextStep')])],
    lostReasons: [...new Set([...LOST_REASONS, ...valuesOf('lostReason')])],
    templates: templates.filter(({ text }) => text !== ''),
    assignments,
    zones,
    fields: fields.filter(({ name }) => name !== ''),
    settings,
  };
  return { lists, problems };
}

interface Setting {
  name: keyof LeadSettings;
  expected: string;
  /** False where the text is not as expected. */
  read(text: string, settings: LeadSettings): boolean;
}

const SETTINGS: readonly Setting[] = [
  {
    name: 'textHours',
    expected: 'two hours such as 8-21',
    read(text, settings) {
      const [from = Number.NaN, to = Number.NaN] = text
        .split('-')
        .map((hour) => Number(hour.trim() || Number.NaN));
      const isValid = from >= 0 && from < to && to <= 24;
      if (isValid) settings.textHours = [from, to];
      return isValid;
    },
  },
  {
    name: 'hotMinutes',
    expected: 'minutes from 1 to 1440, or 0 for never',
    read(text, settings) {
      const isValid = /^\d{1,4}$/.test(text) && Number(text) <= 1_440;
      if (isValid) settings.hotMinutes = Number(text);
      return isValid;
    },
  },
  {
    name: 'help',
    expected: 'a text of at most 320 characters',
    read(text, settings) {
      const isValid = text.length <= 320;
      if (isValid) settings.help = text;
      return isValid;
    },
  },
];
