import { declaredBy, type Grants, toScope } from '../account/grants';
import type { Doubts } from '../doubts';
import { type Costs, FREE } from '../execution/costs';
import type { Execution } from '../execution/execution';
import type { Scheduler } from '../execution/scheduler';
import type { Script } from '../execution/script';
import { type Service, ServiceError } from '../execution/service';
import { isZone } from '../realm/zone-clock';
import type { Authorization, Clock, ScriptAppCalls, TriggerSpec } from './calls';
import { dayAt, instantOf } from './schedule';
import type { Triggers } from './triggers';

/** Parts that ScriptApp works on. */
interface ScriptAppParts {
  google: { token: string };
  grants: Grants;
  doubts: Doubts;
  scheduler: Scheduler;
  triggers: Triggers;
  webAppUrl: (script: Script) => string | null;
}

/** The first three are guesses: nobody has published measurements. */
const COSTS: Costs<ScriptAppCalls> = {
  'script.createTrigger': { ms: 300 },
  'script.triggers': { ms: 100 },
  'script.deleteTrigger': { ms: 200 },
  'script.authorization': { ms: 30 },
  'script.requireScopes': { ms: 30 },
  'script.webAppUrl': FREE,
  'script.id': FREE,
  'script.isAddOn': FREE,
  'script.token': FREE,
};

const SCOPE = 'script.scriptapp';

/** The platform's own words are not known. */
const NOT_SUPPORTED = 'This operation is not supported here.';

export function scriptAppService({
  google,
  grants,
  doubts,
  scheduler,
  triggers,
  webAppUrl,
}: ScriptAppParts): Service<ScriptAppCalls> {
  return {
    costs: COSTS,
    handlers: {
      'script.createTrigger': (execution, spec) => {
        grants.assert(execution, 'ScriptApp.newTrigger', SCOPE);
        const settled = withInstant(execution, spec, scheduler.now());
        if (execution.addOn && doubts.has('no-triggers-in-add-on')) throw new ServiceError(NOT_SUPPORTED);
        if (!execution.addOn) return triggers.add(execution.script, settled);
        assertAddOnTrigger(spec, triggers.of(execution.script));
        return triggers.add(execution.script, { ...settled, addOn: true });
      },
      'script.triggers': (execution) => {
        grants.assert(execution, 'ScriptApp.getProjectTriggers', SCOPE);
        return triggers.of(execution.script);
      },
      'script.deleteTrigger': (execution, id) => {
        grants.assert(execution, 'ScriptApp.deleteTrigger', SCOPE);
        triggers.remove(id);
      },
      'script.authorization': ({ script }, scopes) => {
        const found = authorization(script, grants, scopes);
        return doubts.has('no-authorized-scopes') ? { ...found, granted: null } : found;
      },
      'script.requireScopes': (execution, scopes) => {
        const { missing } = authorization(execution.script, grants, scopes);
        if (missing.length === 0) return;
        if (execution.kind === 'menu' && doubts.has('no-prompt-from-menu')) return;
        if (execution.kind === 'menu') execution.dialogs.shown.push({ ...CONSENT, scopes: missing });
        throw new ServiceError('Authorization is required to perform that action.');
      },
      'script.webAppUrl': ({ script, kind }) => {
        const url = script.manifest.webapp ? webAppUrl(script) : null;
        if (!doubts.has('service-url-lies')) return url;
        return kind === 'trigger' ? null : (url?.replace(/exec$/, 'dev') ?? null);
      },
      'script.id': ({ script }) => script.id,
      'script.isAddOn': ({ addOn }) => addOn !== undefined,
      'script.token': () => google.token,
    },
    release: (execution) => triggers.charge(execution),
  };
}

/**
 * An editor add-on has one trigger of each type, and its timer fires at most once an hour:
 * developers.google.com/workspace/add-ons/concepts/editor-triggers. The first message is a guess; the second has been
 * reported for timers.
 */
function assertAddOnTrigger({ event, clock }: TriggerSpec, known: readonly TriggerSpec[]): void {
  if (clock?.minutes !== undefined)
    throw new ServiceError('An add-on may run by a timer once an hour at most.');
  if (!known.some((trigger) => trigger.addOn && trigger.event === event)) return;
  const type = event === 'CLOCK' ? 'time-based' : 'document';
  throw new ServiceError(
    `This add-on has created too many ${type} triggers in this document for this Google user account.`,
  );
}

/** The dialog before Google's list of scopes, as many have reported it. */
const CONSENT = {
  kind: 'consent',
  title: 'Authorization required',
  text: 'A script attached to this document needs your permission to run.',
} as const;

function authorization(script: Script, grants: Grants, scopes?: string[]): Authorization {
  const declared = declaredBy(script.manifest);
  const asked = scopes?.map(toScope) ?? declared;
  const foreign = asked.find((scope) => !declared.includes(scope));
  // Google refuses it too (facts 4.2); its message is not known.
  if (foreign) throw new ServiceError(`The script does not require the scope: ${foreign}`);
  const granted = grants.list(script);
  const missing = asked.filter((scope) => !granted.includes(scope));
  return { granted, missing, url: `https://script.google.com/macros/d/${script.id}/authorize` };
}

/** Turns "after so many ms" and "on that day" into an instant. */
function withInstant({ script }: Execution, spec: TriggerSpec, now: number): TriggerSpec {
  if (!spec.clock) return spec;
  const { after, date, ...clock } = spec.clock;
  if (clock.zone !== undefined && !isZone(clock.zone)) throw new ServiceError('Invalid argument: timezone');
  if (after !== undefined) return { ...spec, clock: { ...clock, at: now + after } };
  return date ? { ...spec, clock: { ...clock, at: onDate(date, clock, script.manifest.timeZone) } } : spec;
}

function onDate(
  date: [number, number, number],
  { hour = 0, minute = 0, zone }: Clock,
  ownZone: string,
): number {
  const [year, month, dayOfMonth] = date;
  const day = dayAt('UTC', Date.UTC(year, month - 1, dayOfMonth));
  return instantOf(zone ?? ownZone, { day, hour, minute });
}
