import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { listLeadUsers } from '../../accounts/users';
import { described } from '../../http/described';
import { type Routes, route } from '../../http/route';
import * as cache from '../../platform/cache';
import { LISTS_KEY, leadLists } from '../lists';
import { FILTERS } from '../scoring/scoring';
import { RULES } from '../scoring/scoring-rules';

const Choices = v.strictObject({
  statuses: described(
    v.array(v.string()),
    'The statuses that a lead can have, including those in the Lists tab.',
    ['new', 'contacted', 'appointment', 'sold', 'lost'],
  ),
  nextSteps: described(
    v.array(v.string()),
    'The next steps that can be planned, including those in the Lists tab.',
    ['call back', 'visit', 'test drive'],
  ),
  lostReasons: described(
    v.array(v.string()),
    'The reasons why a lead can be lost, including those in the Lists tab.',
    ['price', 'bought elsewhere', 'no financing', 'no answer'],
  ),
  filters: described(v.array(v.picklist(FILTERS)), 'The categories of a score.', [...FILTERS]),
  agents: described(
    v.array(
      v.strictObject({
        id: described(v.string(), 'The ID of the user.', 'U-2'),
        email: described(v.string(), 'The email address of the user.', 'ann@example.com'),
        name: described(v.string(), 'The name of the user, by the address.', 'Ann'),
        away: described(v.boolean(), 'Whether the user gets no new leads for now.', false),
      }),
    ),
    'The users who can be assigned to a lead.',
  ),
  templates: described(
    v.array(
      v.strictObject({
        name: described(v.string(), 'The name, for `template` of a message.', 'Visit'),
        text: described(
          v.string(),
          'The text, in which {name}, {vehicle}, {agent} and {appointment} are filled in.',
          'Hello {name}, when would you like to see the {vehicle}? {agent}',
        ),
      }),
    ),
    'The templates of texts in the Lists tab.',
  ),
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
  const agents = listLeadUsers().map(({ id, email, name, away }) => ({ id, email, name, away }));
  const { statuses, nextSteps, lostReasons, templates } = leadLists();
  return { statuses, nextSteps, lostReasons, filters: [...FILTERS], agents, templates };
}

/** Makes changes of the Scoring or Lists tab count at once. */
export function invalidateLists(): void {
  cache.invalidateAll([RULES, LISTS_KEY]);
}
