import * as v from 'valibot';
import { HEALTH_TAB, removeReportTab } from '../health/health-tab';
import { prompt, showMessage } from '../platform/dialog';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { UserError } from '../platform/user-error';
import { exportThenDelete } from './export-then-delete';
import { mentionPatterns } from './mentions';
import { Person, toPerson } from './person';
import { describeFound, findPersonData, forgetFound, type PersonData } from './person-data';

const TITLE = 'Forget a person';

/** Texts that the user reads. */
interface Texts {
  /** Question for what the person is looked up by. */
  question: string;
  /** Message where nothing was found. */
  notFound: string;
  /** Sentences on what a script cannot remove. */
  elsewhere: string;
}

/** Menu item. `afterRemoval` mends what shows the rows that are gone; it may be repeated. The tab Export says whom it is about; what the user types is stored nowhere else. */
export function forgetPerson(data: PersonData, texts: Texts, afterRemoval: () => void): void {
  exportThenDelete({
    title: TITLE,
    find() {
      const text = prompt(TITLE, texts.question);
      if (!text) return undefined;
      const given = toPerson(text, data.toPhone);
      const found = given && findPersonData(data, given);
      if (found && found.blocks.length > 0)
        return { summary: describeFound(found), details: found.person, blocks: found.blocks };
      showMessage(TITLE, texts.notFound);
      return undefined;
    },
    prepare({ details, blocks }) {
      if (!v.is(Person, details))
        throw new UserError('The Export tab has been changed. Delete it and start again.');
      const found = findPersonData(data, details);
      return {
        summary: describeFound(found),
        remove() {
          forgetFound(data, found, blocks);
          // Health may show errors that have left the list since.
          removeReportTab(HEALTH_TAB);
          afterRemoval();
        },
        report() {
          const left = findLeftovers(found.person);
          const done = left
            ? `Still in this spreadsheet, for you to check: ${left}. Everything else listed has been deleted.`
            : 'Everything listed has been deleted.';
          return `${done}\n\n${texts.elsewhere}`;
        },
      };
    },
  });
}

const MAX_LEFTOVERS = 10;

/** Cells that still name the person, in tabs of the owner's own as a rule. */
function findLeftovers(person: Person): string {
  const patterns = mentionPatterns(person);
  if (patterns.length === 0) return '';
  const addresses = boundSpreadsheet()
    .createTextFinder(patterns.join('|'))
    .useRegularExpression(true)
    .findAll()
    .map((cell) => `${cell.getSheet().getName()}!${cell.getA1Notation()}`);
  const more = addresses.length - MAX_LEFTOVERS;
  const shown = addresses.slice(0, MAX_LEFTOVERS).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
