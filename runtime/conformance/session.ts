import { type Claim, CURRENT_ONLY, listClaims, REFERENCE, refusal } from './case';

const FORBIDDEN = 'Exception: Specified permissions are not sufficient to call';

export const SESSION: Claim[] = listClaims(`${REFERENCE}/base/session`, [
  {
    id: 'session.time-zone.is-that-of-javascript-too',
    source:
      'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/99-time-zone-day.md',
    expected: true,
    run: () =>
      [0, 6].every((month) => {
        const noon = new Date(Date.UTC(2026, month, 1, 12));
        return Utilities.formatDate(noon, Session.getScriptTimeZone(), 'H') === String(noon.getHours());
      }),
  },
  {
    id: 'session.active-user.is-empty-without-permission',
    expected: '',
    run: () => Session.getActiveUser().getEmail(),
  },
  {
    id: 'session.effective-user.needs-permission',
    isInferred: true,
    expected: `${FORBIDDEN} Session.getEffectiveUser. Required permissions: https://www.googleapis.com/auth/userinfo.email`,
    run: () => refusal(() => Session.getEffectiveUser().getEmail()),
  },
  {
    id: 'session.temporary-key.is-the-same-for-a-while',
    expected: [true, true],
    run: () => {
      const key = Session.getTemporaryActiveUserKey();
      return [key.length > 0, key === Session.getTemporaryActiveUserKey()];
    },
  },
  {
    id: 'session.other-spreadsheets-are-closed',
    source: CURRENT_ONLY,
    expected: `${FORBIDDEN} SpreadsheetApp.openById. Required permissions: https://www.googleapis.com/auth/spreadsheets`,
    run: () => refusal(() => SpreadsheetApp.openById('other')),
  },
  {
    id: 'session.sidebars-need-permission',
    source: 'https://developers.google.com/apps-script/guides/dialogs',
    expected: `${FORBIDDEN} Ui.showSidebar. Required permissions: https://www.googleapis.com/auth/script.container.ui`,
    run: () => refusal(() => SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('<p>'))),
  },
]);
