import { declaredBy, type Grants, toScope } from '../account/grants';
import { WORDING } from '../account/limits';
import type { ServiceContext } from '../context';
import type { Execution } from '../execution/execution';
import type { Script } from '../execution/script';
import { type Service, ServiceError } from '../execution/service';
import { isZone } from '../utilities/time-zone';
import { assertAddOnTrigger } from './add-on-trigger';
import type { Authorization, Clock, ScriptAppCalls, TriggerSpec } from './calls';
import { dayAt, instantOf } from './zoned-time';

const SCOPE = 'script.scriptapp';

export function scriptAppService({
  google,
  grants,
  doubts,
  scheduler,
  triggers,
  webAppUrl,
}: ServiceContext): Service<ScriptAppCalls> {
  return {
    handlers: {
      'script.createTrigger': (execution, spec) => {
        grants.assert(execution, 'ScriptApp.newTrigger', SCOPE);
        const settled = settle(execution, spec, scheduler.now());
        if (execution.addOn && doubts.has('no-triggers-in-add-on'))
          throw new ServiceError(WORDING.notSupported);
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
        const url = webAppUrl(script);
        if (!doubts.has('service-url-lies')) return url;
        return kind === 'trigger' ? null : (url?.replace(/exec$/, 'dev') ?? null);
      },
      'script.id': ({ script }) => script.id,
      'script.token': () => google.token,
    },
    release: (execution) => triggers.charge(execution),
  };
}

/** What people are shown before they come to Google's list of scopes, as many met it. */
const CONSENT = {
  kind: 'consent',
  title: 'Authorization required',
  text: 'A script attached to this document needs your permission to run.',
} as const;

function authorization(script: Script, grants: Grants, scopes?: string[]): Authorization {
  const declared = declaredBy(script.manifest);
  const asked = scopes?.map(toScope) ?? declared;
  const foreign = asked.find((scope) => !declared.includes(scope));
  // The platform refuses it too (facts 4.2); its words are not known.
  if (foreign) throw new ServiceError(`The script does not require the scope: ${foreign}`);
  const granted = grants.list(script);
  const missing = asked.filter((scope) => !granted.includes(scope));
  return { granted, missing, url: `https://script.google.com/macros/d/${script.id}/authorize` };
}

/** Makes one moment of "after so many ms" and "on that day". */
function settle({ script }: Execution, spec: TriggerSpec, now: number): TriggerSpec {
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
