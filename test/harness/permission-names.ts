/** Permissions as people read them, by their scopes. */
export const PERMISSION_NAMES: Readonly<Record<string, string>> = {
  'gmail.readonly': 'Read your mail',
  'spreadsheets.currentonly': 'Use this sheet',
  'drive.file': 'Store files in your Drive',
  'script.scriptapp': 'Run by itself',
  'script.container.ui': 'Show a sidebar',
  'script.send_mail': 'Send mail as you',
  'script.external_request': 'Call other servers',
};
