import { listLeadUsers } from '../../accounts/users';
import { invalid } from '../../http/http-error';
import * as cache from '../../platform/cache';
import { quote } from '../../platform/quote';
import { findAll } from '../../tables/tables';
import { type AssignmentRule, leadLists } from '../lists';
import { type Lead, VEHICLES } from '../tables';

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
  const agents = new Set(hasAgents ? listLeadUsers().map(({ id }) => id) : []);
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

/** The part of a lead that rules look at. */
type Assignable = Pick<Lead, 'location' | 'source' | 'vehicleId' | 'score'>;

export interface AgentChooser {
  /** The ID of the agent whose turn it is; empty where no rule fits, or everyone is away. */
  choose(lead: Assignable): string;
  /** The same for a lead that its agent has not touched. */
  chooseOther(lead: Assignable & Pick<Lead, 'agentId'>): string;
  /** Call it once all are chosen. */
  keepTurns(): void;
}

/** The ID of the user who was chosen last, by the number of the rule. The cache may lose it: then the first one begins. */
const TURNS = 'leads.turns';
const ANYONE: AssignmentRule = { location: '', source: '', vehicle: '', minScore: 0, to: ['all'] };

/** Reads once what the rules of the Lists tab need to know of some leads: nothing where there are no rules. */
export function agentChooser(leads: readonly Assignment[], isOther = false): AgentChooser {
  const rules = leadLists().assignments;
  const isNeeded = rules.length > 0 || isOther;
  const users = isNeeded ? listLeadUsers() : [];
  const turns = isNeeded ? (cache.get<Record<string, string>>(TURNS) ?? {}) : {};
  const names = rules.some(({ vehicle }) => vehicle !== '') ? vehicleNames(leads) : new Map<string, string>();
  let hasTurned = false;

  const fits = (rule: AssignmentRule, { location, source, vehicleId, score }: Assignable) =>
    ['', location.trim().toLowerCase()].includes(rule.location) &&
    ['', source.trim().toLowerCase()].includes(rule.source) &&
    rule.vehicle.split(' ').every((word) => (names.get(vehicleId) ?? '').includes(word)) &&
    score >= rule.minScore;
  const choose = (
    lead: Assignable,
    { among, except }: { among: readonly AssignmentRule[]; except?: string },
  ) => {
    for (const [at, rule] of among.entries()) {
      if (!fits(rule, lead)) continue;
      const named = users.filter(({ id, email, role }) =>
        rule.to.some((one) =>
          one === 'all' ? role === 'agent' : [id, email].some((own) => own.trim().toLowerCase() === one),
        ),
      );
      const last = named.findIndex(({ id }) => id === turns[at]);
      const inTurn = [...named.slice(last + 1), ...named.slice(0, last + 1)];
      const next = inTurn.find(({ id, away }) => !away && id !== except);
      if (!next) continue;
      turns[at] = next.id;
      hasTurned = true;
      return next.id;
    }
    return '';
  };
  return {
    choose: (lead) => choose(lead, { among: rules }),
    chooseOther: (lead) => choose(lead, { among: [...rules, ANYONE], except: lead.agentId }),
    keepTurns() {
      if (hasTurned) cache.set(TURNS, turns, cache.MAX_TTL_S);
    },
  };
}

/** ID, make and model of vehicles in small letters, by their ID. */
function vehicleNames(leads: readonly Assignment[]): Map<string, string> {
  const ids = [...new Set(leads.flatMap(({ vehicleId = '' }) => vehicleId || []))];
  const found = ids.length > 0 ? findAll(VEHICLES, 'id', ids, ['id', 'make', 'model']) : [];
  return new Map(found.map(({ id, make, model }) => [id, [id, make, model].join(' ').toLowerCase()]));
}
