import { PEOPLE } from '../../src/api/desks';
import { ordersChanged } from '../../src/cafe/orders/orders-version';
import { payments } from '../../src/cafe/payments/payments';
import { confirm, prompt, showMessage } from '../../src/platform/dialog';
import { withUserLock } from '../../src/platform/platform';
import { UserError } from '../../src/platform/user-error';
import { findMentions, mentionPatterns } from '../../src/retention/mentions';
import { type Person, toPerson } from '../../src/retention/person';
import { describeFound, type FoundData, findPersonData, forgetFound } from '../../src/retention/person-data';
import { columnNames } from '../../src/tables/schema/table';
import { texts } from '../../src/texts/texts';
import { callMain } from '../bridge';
import { transaction } from '../database/sql';
import { API_TABLES } from '../server/migrate';
import { removeAllEntries } from '../services/cache-service';

const TITLE = 'Forget a person';

const NOT_REMOVED = `Orders with payments are kept, without the customer's name, contact and notes. This command cannot remove: what ${payments.names} and ${texts.names} store, texts that agents got about a lead, what was pushed to other systems, backups of the database, logs of the hosts, the sheet that the desk was in before, and a user account of the same person.`;

/** A host looks every two seconds whether something is due, and is mostly done within this time. */
const TIMER_MS = 30_000;

/** Writes all that there is of a person into a file, and deletes it if that is wanted: all at once, or nothing. */
export function forgetPerson(): void {
  const text = prompt(TITLE, 'Phone number, email address, lead ID or order ID:');
  if (!text) return;
  const given = toPerson(text, PEOPLE.toPhone);
  const found = given && findPersonData(PEOPLE, given);
  if (!found || found.blocks.length === 0)
    throw new UserError(
      'Nothing was found. Enter the phone number, email address or ID as it is in the desk.',
    );
  const { person, blocks } = found;
  const file = callMain<string>('save', {
    name: `export-${new Date().toISOString().replace(/[:.]/g, '-')}.json`,
    text: `${JSON.stringify({ purpose: TITLE, at: new Date().toISOString(), person, blocks }, null, 2)}\n`,
  });
  if (!confirm(TITLE, `${describeFound(found)}\n\nAll of this is now in ${file}. Permanently delete it?`)) {
    showMessage(TITLE, `Nothing has been deleted. What was found is in ${file}.`);
    return;
  }
  const isDone = withUserLock(() => {
    remove(found);
    return true;
  }, TIMER_MS);
  if (!isDone) throw new UserError('The timer is running right now. Run the command again in a minute.');
  const left = findLeftovers(person);
  const done = left
    ? `Still in the database, for you to check: ${left}. Everything else in ${file} has been deleted.`
    : `Everything in ${file} has been deleted.`;
  showMessage(TITLE, `${done}\n\n${NOT_REMOVED}`);
}

function remove(found: FoundData): void {
  transaction(() => forgetFound(PEOPLE, found, []));
  // Cached entries do not tell whose they are, so all are removed, and made again.
  removeAllEntries();
  ordersChanged();
}

/** Rows that still name the person: `Users U-3`. */
function findLeftovers(person: Person): string {
  const patterns = mentionPatterns(person);
  return API_TABLES.flatMap((table) =>
    findMentions(table, columnNames(table), patterns).map((id) => `${table.name} ${id}`),
  ).join(', ');
}
