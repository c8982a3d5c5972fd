import { may, rolesWith } from '../../accounts/roles';
import { HttpError } from '../../http/http-error';
import type { EndpointKind } from '../../pushes/event-source';
import { LEAD_EVENTS } from './lead-events';

/** The push endpoints that get the events of leads. */
export const LEAD_ENDPOINTS: EndpointKind = {
  path: '/v1/push-endpoints',
  owner: 'for leads',
  hasCafe: false,
  events: Object.keys(LEAD_EVENTS.types),
  access: rolesWith('lead endpoints'),
  assertMayManage(caller) {
    if (caller && may(caller.role, 'lead endpoints')) return;
    throw new HttpError(403, 'forbidden', 'Only an admin can manage the push endpoints for leads.');
  },
  canBelongTo: (cafeId) => cafeId === '',
};
