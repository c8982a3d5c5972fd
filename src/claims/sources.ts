/** Where claims are taken from; what is measured names who measured it. */
export const REFERENCE = 'https://developers.google.com/apps-script/reference';
export const QUOTAS = 'https://developers.google.com/apps-script/guides/services/quotas';
export const TRIGGERS_GUIDE = 'https://developers.google.com/apps-script/guides/triggers/installable';
export const AUTHORIZATION = 'https://developers.google.com/apps-script/guides/services/authorization';
export const TEMPLATES = 'https://developers.google.com/apps-script/guides/html/templates';
export const V8 = 'https://developers.google.com/apps-script/guides/v8-runtime/migration';
export const VALUE_INPUT = 'https://developers.google.com/sheets/api/reference/rest/v4/ValueInputOption';

export const CACHE_LIMITS =
  'measured: https://justin.poehnelt.com/posts/exploring-apps-script-cacheservice-limits/';
export const CURRENT_ONLY = 'measured: https://justin.poehnelt.com/posts/apps-script-currentonly-scopes/';
export const MAIL_SPIKES =
  'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/README.md';
export const REPO_TO_SHEETS =
  'measured: https://github.com/Joel-Fah/repo-to-sheets/blob/main/docs/features/sheet-service.md';
export const SHEETQUERY = 'measured: https://github.com/vlucas/sheetquery/issues/20';
export const PUBLIC_SCRIPTS = 'as public scripts and their tests have it';
