import type { ErrorKind } from '../../deploy/advice';

type Messages = readonly [message: string, source: string][];

/** Messages as people and programs met them, word for word, by what they mean: the message, and where it stands. */
export const REAL_MESSAGES = {
  login: [
    ['No credentials found.', 'clasp 3.4.1, core/utils.js'],
    ['Not logged in.', 'clasp 3.4.1, commands/show-authorized-user.js'],
    ['Authorization failed. Please try again.', 'clasp 3.4.1, auth/localhost_auth_code_flow.js'],
    ['Error retrieving access token: Error: invalid_grant', 'google/clasp#35'],
    [
      '{"error":"invalid_grant","error_description":"reauth related error (invalid_rapt)","error_uri":"https://support.google.com/a/answer/9368756","error_subtype":"invalid_rapt"}',
      'cline/cline#4080',
    ],
    ['Insufficient Permission', 'google/clasp#1025'],
    ['Request had insufficient authentication scopes.', 'google/clasp#1025'],
    [
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
      'cloud.google.com/apis/design/errors',
    ],
    [
      'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      'cloud.google.com/apis/design/errors',
    ],
    [
      'No access, refresh token, API key or refresh handler callback is set.',
      'google-auth-library-nodejs, oauth2client.ts',
    ],
    ['Invalid Credentials', 'developers.google.com/workspace/drive/api/guides/handle-errors'],
    ['Login Required', 'developers.google.com/workspace/drive/api/guides/handle-errors'],
    ['deleted_client', 'developers.google.com/identity/protocols/oauth2'],
    ['Unexpected end of JSON input', 'V8; clasp reads .clasprc.json'],
  ],
  apiOff: [
    [
      'User has not enabled the Apps Script API. Enable it by visiting https://script.google.com/home/usersettings then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.',
      'google/clasp#973',
    ],
  ],
  cloudApiOff: [
    [
      'Apps Script API has not been used in project 545100114464 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/script.googleapis.com/overview?project=545100114464 then retry.',
      'googleworkspace/apps-script-oauth2#443, of another API',
    ],
    [
      'Access Not Configured. Please use Google Developers Console to activate the API for your project.',
      'developers.google.com/workspace/drive/api/guides/handle-errors',
    ],
  ],
  policy: [
    ['Error: admin_policy_enforced', 'google/clasp#85'],
    [
      'Access to your account data is restricted by policies within your organization. Please contact administrator for more information.',
      'google/clasp#85',
    ],
    [
      'Access blocked: clasp – The Apps Script CLI is not approved by Advanced Protection',
      'google/clasp#946',
    ],
    ['Error 400: policy_enforced', 'google/clasp#946'],
    [
      'We are sorry, but you do not have access to this service',
      'dev.to/yo-shi/my-experience-fixing-clasp-login-errors-on-google-workspace-3nh',
    ],
    [
      'The domain administrators have disabled Drive apps.',
      'developers.google.com/workspace/drive/api/guides/handle-errors',
    ],
  ],
  driveFull: [
    ["The user's Drive storage quota has been exceeded.", 'sabeechen/hassio-google-drive-backup#10'],
  ],
  deployments: [
    ['Scripts may only have up to 20 versioned deployments at a time.', 'daikikatsuragawa/clasp-action#1'],
    ['Unable to deploy; Only one deployment can be created at a time', 'google/clasp#147'],
  ],
  full: [
    [
      'Cannot create more versions: Script has reached the limit of 200 versions.',
      'public scripts that wait for it',
    ],
  ],
  gone: [
    ['Requested entity was not found.', 'google/clasp#1017'],
    ['The caller does not have permission', 'googleworkspace/python-samples#79'],
    [
      'Could not find script.\nDid you provide the correct scriptId?\nAre you logged in to the correct account with the script?',
      'google/clasp#208',
    ],
    ['Invalid script ID.', 'clasp 3.4.1, commands/clone-script.js'],
    ['Script ID is not set, unable to continue.', 'clasp 3.4.1, commands/utils.js'],
  ],
  limited: [
    ['Resource has been exhausted (e.g. check quota).', 'google/clasp#196'],
    ['Rate limit exceeded. Check quota.', 'google/clasp#253'],
    ['User Rate Limit Exceeded', 'odeke-em/drive#598'],
    [
      "Quota exceeded for quota metric 'Write requests' and limit 'Write requests per minute per user' of service 'script.googleapis.com'",
      'AutomaApp/automa#867, of another service',
    ],
    ['Request failed with status code 429', 'gaxios'],
    ['Too Many Requests', 'RFC 6585'],
  ],
  server: [
    ['Internal error encountered.', 'google/clasp#877'],
    ['Backend Error', 'developers.google.com/workspace/drive/api/guides/handle-errors'],
    ['The service is currently unavailable.', 'cloud.google.com/apis/design/errors'],
    ['Request failed with status code 502', 'gaxios'],
    ['Deadline expired before operation could complete.', 'cloud.google.com/apis/design/errors'],
  ],
  accounts: [
    [
      'Sorry, unable to open the file at this time.',
      'valeriangalliat/blog, 2022/04/google-apps-script-unable-to-open-the-file.md',
    ],
  ],
  refusedCode: [
    ['Invalid value at \'files[3].type\' (TYPE_ENUM), "SUO"', 'google/clasp#54'],
    [
      'A file with this name already exists in the current project: appsscript',
      'public notes on clasp push --force',
    ],
  ],
  certificate: [
    [
      'request to https://oauth2.googleapis.com/token failed, reason: self-signed certificate in certificate chain',
      'google/clasp#1071',
    ],
    ['tunneling socket could not be established, cause=self signed certificate', 'request/request#2762'],
    ['npm error code UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'npm/npm#12701'],
    ['unable to get local issuer certificate', 'npm/npm#12701'],
    ['unable to verify the first certificate', 'Node, tls'],
    ['certificate has expired', 'Node, tls'],
    ['certificate is not yet valid', 'Node, tls'],
    [
      "Hostname/IP doesn't match certificate's altnames: \"Host: registry.example. is not in the cert's altnames: DNS:a.sni.example\"",
      'nodejs/node#3742',
    ],
  ],
  proxy: [
    ['tunneling socket could not be established, statusCode=407', 'atom/atom#25593'],
    ['npm error code E407', 'npm'],
    [
      'error:0A00010B:SSL routines::wrong version number',
      'Node, tls: a proxy whose address begins with https://',
    ],
  ],
  network: [
    [
      'request to https://oauth2.googleapis.com/token failed, reason: getaddrinfo ENOTFOUND oauth2.googleapis.com',
      'Node, dns',
    ],
    ['getaddrinfo EAI_AGAIN script.googleapis.com', 'Node, dns'],
    ['connect ECONNREFUSED 127.0.0.1:443', 'koichik/node-tunnel#45'],
    ['read ECONNRESET', 'Node, net'],
    ['connect ETIMEDOUT 142.250.74.110:443', 'Node, net'],
    ['Client network socket disconnected before secure TLS connection was established', 'Node, tls'],
    ['socket hang up', 'Node, http'],
    ['npm error network timeout at: https://registry.example/hono', 'npm'],
  ],
  missing: [["ENOENT: no such file or directory, open 'appsscript.json'", 'google/clasp#475']],
  disk: [
    ['ENOSPC: no space left on device, write', 'Node, fs'],
    ['EDQUOT: disk quota exceeded, write', 'Node, fs'],
  ],
  memory: [
    ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory', 'V8'],
    ['spawn ENOMEM', 'Node, child_process'],
  ],
  forbidden: [
    ["EPERM: operation not permitted, open 'C:\\Users\\Anna\\.clasprc.json'", 'google/clasp#409'],
    ["EACCES: permission denied, mkdir '/srv/sheetdesk/.deploy'", 'Node, fs'],
    ["EROFS: read-only file system, open '/home/anna/.clasprc.json'", 'nikvdp/cco#23'],
  ],
  inUse: [
    ["EBUSY: resource busy or locked, rename 'node_modules/esbuild/bin/esbuild.exe'", 'Node, fs'],
    [
      'Error: Port 8888 is already in use. Please specify a different port with --redirect-port',
      'clasp 3.4.1, auth/localhost_auth_code_flow.js',
    ],
    ["npm error ENOTEMPTY: directory not empty, rename 'node_modules/hono'", 'npm'],
  ],
  registry: [
    ['npm error code E401', 'npm'],
    ['npm error code E403', 'npm'],
    ['npm error code ETARGET', 'npm'],
  ],
  node: [['npm error code EBADENGINE', 'npm']],
  packages: [
    ["Error: Cannot find module '@google/clasp'", 'Node, modules'],
    ['npm error code EINTEGRITY', 'npm'],
    ['npm error code EUSAGE', 'npm'],
  ],
  other: [['Request contains an invalid argument.', 'google/clasp#1017']],
} satisfies Partial<Record<ErrorKind, Messages>>;
