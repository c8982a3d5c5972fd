import { listUsersWith } from '../../accounts/users';
import { invalid } from '../../http/http-error';
import { quote } from '../../platform/quote';
import { findAll } from '../../tables/tables';
import { VEHICLES } from '../tables';

/** The vehicle that a lead asks for and the user who looks after the lead; empty where there is none. */
interface Assignment {
  vehicleId?: string;
  agentId?: string;
}

/**
 * Reads once whatever some leads name. Returns a check of one of them, which throws HttpError 422 where there is no such
 * vehicle or agent. What the lead has already is not checked: a vehicle may have gone since, or an agent been disabled.
 */
export function assignmentCheck(
  leads: readonly Assignment[],
): (lead: Assignment, current?: Assignment) => void {
  const texts = leads.flatMap(({ vehicleId = '' }) => (vehicleId === '' ? [] : [vehicleId]));
  const found = texts.length > 0 ? findAll(VEHICLES, 'id', texts, ['id']) : [];
  const vehicles = new Set(found.map(({ id }) => id));
  const hasAgents = leads.some(({ agentId }) => agentId);
  const agents = new Set(hasAgents ? listUsersWith('leads').map(({ id }) => id) : []);
  return ({ vehicleId, agentId }, current = {}) => {
    if (vehicleId && vehicleId !== current.vehicleId && !vehicles.has(vehicleId))
      throw invalid(`vehicleId must be the ID of a vehicle (got ${quote(vehicleId)}).`, 'vehicleId');
    if (agentId && agentId !== current.agentId && !agents.has(agentId))
      throw invalid(
        `agentId must be the ID of a user who may see leads and is not disabled (got ${quote(agentId)}).`,
        'agentId',
      );
  };
}
