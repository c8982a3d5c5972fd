import { readGooglePage } from '../../gateway/google-page';

const page = (title: string, body: string) =>
  `<html><head><title>${title}</title></head><body>${body}</body></html>`;
const of = (parts: object) => ({ status: 200, contentType: 'text/html; charset=utf-8', text: '', ...parts });

test.each([
  [of({ status: 302, location: new URL('https://accounts.google.com/v3/signin/x') }), 'login'],
  [of({ text: page('Sign in - Google Accounts', 'Use your Google Account') }), 'login'],
  [of({ status: 302, location: new URL('https://proxy.example.com/') }), 'elsewhere'],
  [of({ status: 429 }), 'rateLimit'],
  [of({ text: 'your computer or network may be sending automated queries' }), 'rateLimit'],
  [of({ text: page('Error', 'Service invoked too many times for one day: urlfetch.') }), 'quota'],
  [of({ text: page('Error', 'There are too many simultaneous invocations: Spreadsheets') }), 'throttled'],
  [of({ text: page('Error', 'There are too many scripts running simultaneously.') }), 'busy'],
  [of({ text: page('Authorization needed', '<div id="auth-required">') }), 'permission'],
  [of({ text: page('Error', 'Authorization is required to perform that action.') }), 'permission'],
  [of({ text: page('Error', 'Script function not found: doGet') }), 'noFunction'],
  [of({ status: 404, text: page('Page Not Found', '') }), 'missing'],
  [of({ text: page('x', 'Sorry, unable to open the file at this time.') }), 'missing'],
  [of({ status: 405, text: page('x', 'Sorry, the file you have requested does not exist.') }), 'missing'],
  [of({ status: 403, text: page('Access Denied', 'You need access') }), 'denied'],
  [of({ status: 502 }), 'outage'],
  [
    of({ text: page('エラー', 'Exception: 1 日にサービス urlfetch を実行した回数が多すぎます。') }),
    'refused',
  ],
  [of({ text: page('Error', 'TypeError: x is null (line 3, file "Code")') }), 'crash'],
  [of({ text: page('Hello', 'Somebody') }), 'unknown'],
  [of({ status: 500, contentType: 'application/json', text: '{}' }), 'outage'],
])('%j is read as %s, with what it is and advice', (answer, kind) => {
  expect(readGooglePage(answer)).toMatchObject({
    kind,
    what: expect.stringMatching(/^\D/),
    advice: expect.stringMatching(/\.$/),
  });
});

test("the script's own response is no page of Google", () => {
  expect(readGooglePage(of({ contentType: 'application/json; charset=utf-8' }))).toBeUndefined();
});

test('the text of an error page is quoted as a reader sees it', () => {
  const text = page('Error', '<style>a{}</style><div>TypeError: a &lt; b &amp;&amp; c\n (line 3)</div>');
  expect(readGooglePage(of({ text }))?.excerpt).toBe('TypeError: a < b && c (line 3)');
});
