import { casesOf, errorOf, INFERRED, PUBLIC_SCRIPTS, REFERENCE } from './case';

const SCOPE = 'https://www.googleapis.com/auth/';

const documented = casesOf('session', `${REFERENCE}/base/session`);

/** Cases of who runs a script, and what it may not do with the sheet's permission alone. */
export const SESSION = [
  casesOf(
    'session',
    'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/99-time-zone-day.md',
  )('time-zone.is-that-of-javascript-too', true, () =>
    [0, 6].every((month) => {
      const noon = new Date(Date.UTC(2026, month, 1, 12));
      return Utilities.formatDate(noon, Session.getScriptTimeZone(), 'H') === String(noon.getHours());
    }),
  ),
  documented('active-user.is-empty-without-permission', '', () => Session.getActiveUser().getEmail()),
  documented('temporary-key.is-the-same-for-a-while', [true, true], () => {
    const key = Session.getTemporaryActiveUserKey();
    return [key.length > 0, key === Session.getTemporaryActiveUserKey()];
  }),
  casesOf('session', INFERRED)('effective-user.needs-permission', 'Exception', () =>
    errorOf(() => Session.getEffectiveUser().getEmail(), `${SCOPE}userinfo.email`),
  ),
  casesOf('session', 'measured: https://justin.poehnelt.com/posts/apps-script-currentonly-scopes/')(
    'other-spreadsheets-are-closed',
    'Exception',
    () => errorOf(() => SpreadsheetApp.openById('other'), `${SCOPE}spreadsheets`),
  ),
  casesOf('session', 'https://developers.google.com/apps-script/guides/dialogs')(
    'sidebars-need-permission',
    'Exception',
    () =>
      errorOf(
        () => SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('<p>')),
        `${SCOPE}script.container.ui`,
      ),
  ),
  casesOf('session', PUBLIC_SCRIPTS)('files-need-permission', ['Exception', 'Exception'], () => [
    errorOf(() => DriveApp.getRootFolder(), `${SCOPE}drive.readonly`, `${SCOPE}drive`),
    errorOf(() => DriveApp.createFolder('cases').setTrashed(true), `${SCOPE}drive`),
  ]),
];
