import { SERVER_ERROR } from '../execution/wording';
import { emulated } from '../realm/emulated';
import { officialEnum } from '../realm/enum-values';
import { exception } from '../realm/host';
import { call } from './call.realm';
import { EVENT_TYPE, isJustCreated, newTrigger, TRIGGER_SOURCE, triggerOf } from './triggers.realm';

type Script = typeof GoogleAppsScript.Script;
type Official = GoogleAppsScript.Script.ScriptApp;
type Mode = GoogleAppsScript.Script.AuthMode;
type Trigger = GoogleAppsScript.Script.Trigger;

const INSTALLATION_SOURCE = officialEnum<Script['InstallationSource']>('Script.InstallationSource');
const AUTHORIZATION_STATUS = officialEnum<Script['AuthorizationStatus']>('Script.AuthorizationStatus');

const projectTriggers = () => call('script.triggers').map(triggerOf);

export const scriptApp = emulated<Official>('Script.ScriptApp', {
  AuthMode: officialEnum<Script['AuthMode']>('Script.AuthMode'),
  AuthorizationStatus: AUTHORIZATION_STATUS,
  EventType: EVENT_TYPE,
  InstallationSource: INSTALLATION_SOURCE,
  TriggerSource: TRIGGER_SOURCE,
  WeekDay: officialEnum<Official['WeekDay']>('Base.Weekday'),
  newTrigger,
  getProjectTriggers: projectTriggers,
  // The older name of the same.
  getScriptTriggers: projectTriggers,
  getUserTriggers: (document: { getId(): string }) =>
    call('script.triggers')
      .filter(({ sourceId }) => sourceId === document.getId())
      .map(triggerOf),
  deleteTrigger(trigger: Trigger) {
    // The object that `create` returned cannot be deleted, only its copy from getProjectTriggers (facts 7).
    if (isJustCreated(trigger)) throw exception(SERVER_ERROR);
    call('script.deleteTrigger', trigger.getUniqueId());
  },
  getService: () =>
    emulated<GoogleAppsScript.Script.Service>('Script.Service', {
      getUrl: () => call('script.webAppUrl') as string,
      isEnabled: () => call('script.webAppUrl') !== null,
    } satisfies Partial<GoogleAppsScript.Script.Service>),
  getInstallationSource() {
    // Which source a test deployment has nobody says.
    if (call('script.isAddOn'))
      throw new Error('ScriptApp.getInstallationSource of an add-on is not emulated here.');
    return INSTALLATION_SOURCE.NONE;
  },
  getScriptId: () => call('script.id'),
  getOAuthToken: () => call('script.token'),
  getAuthorizationInfo: (_: Mode, scopes?: string[]) => authorizationInfo(scopes),
  requireScopes: (_: Mode, scopes: string[]) => call('script.requireScopes', scopes),
  requireAllScopes: (_: Mode) => call('script.requireScopes'),
} satisfies Partial<Official>);

function authorizationInfo(scopes?: string[]): GoogleAppsScript.Script.AuthorizationInfo {
  const { granted, missing, url } = call('script.authorization', scopes);
  const isMissing = missing.length > 0;
  return emulated('Script.AuthorizationInfo', {
    getAuthorizationStatus: () => AUTHORIZATION_STATUS[isMissing ? 'REQUIRED' : 'NOT_REQUIRED'],
    getAuthorizationUrl: () => (isMissing ? url : null) as string,
    // The official types do not have it yet.
    ...{ getAuthorizedScopes: () => granted },
  } satisfies GoogleAppsScript.Script.AuthorizationInfo);
}
