import * as v from 'valibot';
import { STATUSES } from './answers';
import { fromCaseNumber } from './case-number';
import { quote } from './input';

type Given = { input: unknown };

const notANumber = ({ input }: Given) => `${quote(input)} is not a case number such as CASE-0001`;

export const CaseNumberInput = v.pipe(
  v.string(notANumber),
  v.check((text) => fromCaseNumber(text) > 0, notANumber),
);

const NAMES = `${STATUSES.slice(0, -1).join(', ')} or ${STATUSES[STATUSES.length - 1]}`;

/** Interface section 7. */
export const StatusInput = v.picklist(
  STATUSES,
  ({ input }: Given) => `The status must be ${NAMES} (got ${quote(input)})`,
);
