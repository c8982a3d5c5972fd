import { ORDER_PEOPLE } from '../cafe/orders/person';
import { LEAD_PEOPLE } from '../leads/lead/person';
import { toLeadPhone } from '../leads/lead/phone';
import { OUTBOX } from '../outbox/jobs';
import { DELIVERIES } from '../pushes/tables';
import type { PersonData } from '../retention/person-data';
import { STORED_TEXTS } from '../retention/stored-texts';

/** Everything that the API may have of a person. Users are staff: their rows are removed by hand. */
export const PEOPLE: PersonData = {
  tables: [
    ...LEAD_PEOPLE,
    ...ORDER_PEOPLE,
    // Its column `version` is that of the lead or order, which stays what it is.
    { table: OUTBOX, mentions: ['error'], stamp: ({ version }) => ({ version }) },
    { table: DELIVERIES, mentions: ['error'] },
  ],
  places: [STORED_TEXTS],
  toPhone: toLeadPhone,
};
