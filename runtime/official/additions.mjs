/** What the reference has (developers.google.com/apps-script/reference) and the published types do not yet. */
export const ADDITIONS = {
  // /utilities/utilities: the content type "can be null"; public scripts leave out the name in the same way.
  'Utilities.Utilities': {
    newBlob: [
      ['data:int[]', 'contentType:text|null'],
      ['data:int[]', 'contentType:text|null', 'name:text|null'],
      ['data:text', 'contentType:text|null'],
      ['data:text', 'contentType:text|null', 'name:text|null'],
    ],
  },
  // /base/blob
  'Base.Blob': { setName: [['name:text|null']], setContentType: [['contentType:text|null']] },
  // /gmail/gmail-label
  'Gmail.GmailLabel': { getId: [[]] },
  // An attachment is a blob source: /gmail/gmail-app#sendEmail takes them, and public scripts make files of them.
  'Gmail.GmailAttachment': { getBlob: [[]] },
  // /script/script-app
  'Script.ScriptApp': {
    getAuthorizationInfo: [['authMode:Script.AuthMode', 'oAuthScopes:text[]']],
  },
};
