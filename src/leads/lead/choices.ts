import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { listUsersWith } from '../../accounts/users';
import { type Routes, route } from '../../http/route';
import { FILTERS } from '../scoring/scoring';
import { leadStatuses } from '../scoring/scoring-rules';

const Choices = v.strictObject({
  /** Those of the desk itself, then the owner's own. */
  statuses: v.array(v.string()),
  filters: v.array(v.picklist(FILTERS)),
  /** Whom a lead can be given to. */
  agents: v.array(v.strictObject({ id: v.string(), email: v.string() })),
});
export type Choices = v.InferOutput<typeof Choices>;

export const CHOICE_ROUTES: Routes = {
  'GET /v1/leads/choices': route({
    summary: 'Returns the statuses, filters and agents that a lead can have',
    access: rolesWith('leads'),
    response: Choices,
    handle: listChoices,
  }),
};

function listChoices(): Choices {
  const agents = listUsersWith('leads').map(({ id, email }) => ({ id, email }));
  return { statuses: leadStatuses(), filters: [...FILTERS], agents };
}
