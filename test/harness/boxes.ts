/** The boxes of Google's consent screen by their scopes, in Google's words. */
export const BOXES: Readonly<Record<string, string>> = {
  'gmail.readonly': 'View your email messages and settings',
  'spreadsheets.currentonly': 'View and manage spreadsheets that this application has been installed in',
  'drive.file': 'See, edit, create, and delete only the specific Google Drive files you use with this app',
  'script.scriptapp': 'Allow this application to run when you are not present',
  'script.container.ui':
    'Display and run third-party web content in prompts and sidebars inside Google applications',
  'script.send_mail': 'Send email as you',
  'script.external_request': 'Connect to an external service',
};
