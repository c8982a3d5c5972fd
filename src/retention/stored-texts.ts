import { properties } from '../platform/platform';
import { isSetting } from '../platform/settings';
import { contactPatterns, mentionPatterns, wordPatterns } from './mentions';
import { type Person, withoutPerson } from './person';
import type { PersonPlace } from './person-data';

/** An error may quote what a person sent. */
const ERROR = /^error\./;

/** A shorter name could be part of any word. */
const MIN_NAME_LENGTH = 4;

/** Errors that name the person, and other texts that the script has stored. */
export const STORED_TEXTS: PersonPlace = {
  title: 'Errors and other stored texts',
  header: ['property', 'value'],
  find: (person) => namingProperties(person).map(([name, value]) => [name, value]),
  forget(person) {
    const stored = properties();
    const naming = namingProperties(person);
    for (const [name, value] of naming) {
      if (ERROR.test(name)) stored.deleteProperty(name);
      else stored.setProperty(name, withoutPerson(value, person));
    }
  },
};

function namingProperties(person: Person): [string, string][] {
  const names = person.names.filter((name) => name.length >= MIN_NAME_LENGTH);
  const inErrors = toExpression([...mentionPatterns(person), ...wordPatterns(names)]);
  const inOthers = toExpression(contactPatterns(person));
  const isNaming = ([name, value]: [string, string]) => (ERROR.test(name) ? inErrors : inOthers)?.test(value);
  return Object.entries(properties().getProperties()).filter((one) => !isSetting(one[0]) && isNaming(one));
}

/** Undefined where there is nothing to be searched for. */
function toExpression(patterns: readonly string[]): RegExp | undefined {
  return patterns.length > 0 ? new RegExp(patterns.join('|'), 'u') : undefined;
}
