import { SERVER_ERROR } from '../execution/wording';
import { emulated } from '../realm/emulated';
import { enumOf } from '../realm/enum-values';
import { call, exception } from '../realm/host';
import { EVENT_TYPE, isJustCreated, newTrigger, TRIGGER_SOURCE, triggerOf } from './triggers.realm';

type Script = typeof GoogleAppsScript.Script;
type Official = GoogleAppsScript.Script.ScriptApp;
type Mode = GoogleAppsScript.Script.AuthMode;
type Trigger = GoogleAppsScript.Script.Trigger;

const AUTHORIZATION_STATUS = enumOf<Script['AuthorizationStatus']>('REQUIRED', 'NOT_REQUIRED');

export const scriptApp = emulated<Official>('ScriptApp', {
  AuthMode: enumOf<Script['AuthMode']>('NONE', 'CUSTOM_FUNCTION', 'LIMITED', 'FULL'),
  AuthorizationStatus: AUTHORIZATION_STATUS,
  EventType: EVENT_TYPE,
  TriggerSource: TRIGGER_SOURCE,
  WeekDay: enumOf<Official['WeekDay']>(
    'SUNDAY',
    'MONDAY',
    'TUESDAY',
    'WEDNESDAY',
    'THURSDAY',
    'FRIDAY',
    'SATURDAY',
  ),
  newTrigger,
  getProjectTriggers: () => call('script.triggers').map(triggerOf),
  deleteTrigger(trigger: Trigger) {
    // The object that `create` returned cannot be deleted, only its copy from getProjectTriggers (facts 7).
    if (isJustCreated(trigger)) throw exception(SERVER_ERROR);
    call('script.deleteTrigger', trigger.getUniqueId());
  },
  getService: () =>
    emulated<GoogleAppsScript.Script.Service>('Service', {
      getUrl: () => call('script.webAppUrl') as string,
      isEnabled: () => call('script.webAppUrl') !== null,
    } satisfies Partial<GoogleAppsScript.Script.Service>),
  getScriptId: () => call('script.id'),
  getOAuthToken: () => call('script.token'),
  getAuthorizationInfo: (_: Mode, scopes?: string[]) => authorizationInfo(scopes),
  requireScopes: (_: Mode, scopes: string[]) => call('script.requireScopes', scopes),
  requireAllScopes: (_: Mode) => call('script.requireScopes'),
} satisfies Partial<Official>);

function authorizationInfo(scopes?: string[]): GoogleAppsScript.Script.AuthorizationInfo {
  const { granted, missing, url } = call('script.authorization', scopes);
  const isMissing = missing.length > 0;
  return emulated('AuthorizationInfo', {
    getAuthorizationStatus: () => AUTHORIZATION_STATUS[isMissing ? 'REQUIRED' : 'NOT_REQUIRED'],
    getAuthorizationUrl: () => (isMissing ? url : null) as string,
    // The official types do not have it yet.
    ...{ getAuthorizedScopes: () => granted },
  } satisfies GoogleAppsScript.Script.AuthorizationInfo);
}
