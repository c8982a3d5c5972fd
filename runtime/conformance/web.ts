import {
  type Claim,
  GAS_FAKES,
  listClaims,
  NothingToCheck,
  PUBLIC_SCRIPTS,
  QUOTAS,
  REFERENCE,
  refusal,
  TEMPLATES,
} from './case';

const TEMPLATE =
  '<? for (const name of names) { ?><i><?= name ?></i><? } ?><?!= raw ?><?= names.length; 9 ?>';

/** Web apps and pages. */
export const OUTPUT: Claim[] = listClaims(`${REFERENCE}/html/html-output`, [
  {
    id: 'output.text.has-content-and-type',
    source: `${REFERENCE}/content/text-output`,
    expected: ['{}', 'JSON', 'TEXT', 'a.txt'],
    run: () => {
      const { MimeType } = ContentService;
      const json = ContentService.createTextOutput('{').append('}').setMimeType(MimeType.JSON);
      const text = ContentService.createTextOutput('a').downloadAsFile('a.txt');
      return [json.getContent(), String(json.getMimeType()), String(text.getMimeType()), text.getFileName()];
    },
  },
  {
    id: 'output.text.cleared-has-no-content',
    source: GAS_FAKES,
    isInferred: true,
    expected: [null, 'b'],
    run: () => {
      const output = ContentService.createTextOutput('a').clear();
      return [output.getContent(), output.append('b').getContent()];
    },
  },
  {
    id: 'output.html.keeps-what-it-was-given',
    expected: [
      '<p>a</p>&lt;b&gt;',
      'Desk',
      'https://example.com/a.png',
      [['viewport', 'width=device-width']],
    ],
    run: () => {
      const output = HtmlService.createHtmlOutput('<p>')
        .append('a</p>')
        .appendUntrusted('<b>')
        .setTitle('Desk')
        .setFaviconUrl('https://example.com/a.png')
        .addMetaTag('viewport', 'width=device-width')
        .setXFrameOptionsMode(HtmlService.XFrameOptionsMode.ALLOWALL);
      const tags = output.getMetaTags().map((tag) => [tag.getName(), tag.getContent()]);
      return [output.getContent(), output.getTitle(), output.getFaviconUrl(), tags];
    },
  },
  {
    id: 'output.html.few-meta-tags-are-allowed',
    isInferred: true,
    expected: true,
    run: () => /robots/.test(refusal(() => HtmlService.createHtmlOutput('').addMetaTag('robots', 'noindex'))),
  },
  {
    id: 'output.template.escapes-what-it-prints',
    source: TEMPLATES,
    expected: '<i>&lt;a&gt;</i><i>b&#39;</i><hr>2',
    run: () => {
      const template = HtmlService.createTemplate(TEMPLATE);
      template.names = ['<a>', "b'"];
      template.raw = '<hr>';
      return template.evaluate().getContent();
    },
  },
  {
    id: 'output.template.line-break-behind-a-scriptlet-is-not-printed',
    source: TEMPLATES,
    isInferred: true,
    expected: 'a1b\n',
    run: () => HtmlService.createTemplate('a<?= 1 ?>\nb\n').evaluate().getContent(),
  },
  {
    id: 'output.template.code-is-as-in-the-guide',
    source: TEMPLATES,
    expected: [
      "(function() { var output = HtmlService.initTemplate(); output._ =  '<p>\\n';",
      "  output._ =  '  '; output._$ =  1 ; output._ =  '</p>';",
      '  /* End of user code */',
      "  return output.$out.append('');",
      '})();',
    ],
    run: () => HtmlService.createTemplate('<p>\n  <?= 1 ?></p>').getCode().split('\n'),
  },
  {
    id: 'output.template.of-a-page-follows-it',
    expected: ['<i><?= 1 ?></i><b>', '<i>1</i><b>'],
    run: () => {
      const page = HtmlService.createHtmlOutput('<i><?= 1 ?></i>');
      const template = page.asTemplate();
      page.append('<b>');
      return [template.getRawContent(), template.evaluate().getContent()];
    },
  },
  {
    id: 'output.template.value-in-a-script-is-a-text',
    source: 'measured: https://hacknote.jp/archives/10844/',
    isInferred: true,
    expected: ["<script>f('7')</script>", '<b onclick="f(&#39;7&#39;)">'],
    run: () =>
      ['<script>f(<?= 7 ?>)</script>', '<b onclick="f(<?= 7 ?>)">'].map((html) =>
        HtmlService.createTemplate(html).evaluate().getContent(),
      ),
  },
  {
    id: 'output.template.value-in-a-query-is-encoded',
    source: TEMPLATES,
    isInferred: true,
    expected: '<a href="/x?q=a%26b">',
    run: () => HtmlService.createTemplate('<a href="/x?q=<?= "a&b" ?>">').evaluate().getContent(),
  },
  {
    id: 'output.file.that-is-absent-is-named',
    source: PUBLIC_SCRIPTS,
    expected: 'Exception: No HTML file named ../secret was found.',
    run: () => refusal(() => HtmlService.createTemplateFromFile('../secret')),
  },
]);

/** A host that cannot exist (RFC 2606), so that nothing is sent to anybody. */
const NOWHERE = 'https://sheetdesk.invalid';

export const URL_FETCH: Claim[] = listClaims(`${REFERENCE}/url-fetch/url-fetch-app`, [
  {
    id: 'url-fetch.url.2083-characters-are-refused',
    source: QUOTAS,
    expected: 'Exception: Limit Exceeded: URLFetch URL Length.',
    run: () => refusal(() => UrlFetchApp.fetch(`${NOWHERE}/`.padEnd(2_083, 'a'))),
  },
  {
    id: 'url-fetch.host.unknown-is-a-dns-error',
    source: 'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/94-fetch-all.md',
    expected: [`Exception: DNS error: ${NOWHERE}/`, `Exception: DNS error: ${NOWHERE}/`],
    run: () => [
      refusal(() => UrlFetchApp.fetch(`${NOWHERE}/`, { muteHttpExceptions: true })),
      refusal(() => UrlFetchApp.fetchAll([`${NOWHERE}/`])),
    ],
  },
  {
    id: 'url-fetch.options.odd-ones-are-named',
    source: PUBLIC_SCRIPTS,
    isInferred: true,
    expected: [
      'Exception: Attribute provided with invalid value: method',
      'Exception: Attribute provided with invalid value: Header:Host',
      'Exception: Attribute provided with invalid value: Header:null',
      'Exception: Attribute provided with no value: url',
    ],
    run: () => [
      refusal(() => UrlFetchApp.getRequest(NOWHERE, { method: 'fetch' as 'get' })),
      refusal(() => UrlFetchApp.getRequest(NOWHERE, { headers: { Host: 'a' } })),
      refusal(() => UrlFetchApp.getRequest(NOWHERE, { headers: { a: null as never } })),
      refusal(() => UrlFetchApp.getRequest('')),
    ],
  },
  {
    id: 'url-fetch.request.post-has-a-content-type',
    source: GAS_FAKES,
    expected: ['get', {}, 'post', 'application/x-www-form-urlencoded'],
    run: () => {
      const plain = UrlFetchApp.getRequest(NOWHERE);
      const post = UrlFetchApp.getRequest(NOWHERE, { method: 'post' });
      return [plain.method, plain.headers, post.method, post.contentType];
    },
  },
]);

/** What a web app answers, tried on this script where it is deployed as one. */
export const WEB_APP: Claim[] = listClaims(PUBLIC_SCRIPTS, [
  {
    id: 'web-app.other-methods-do-not-reach-it',
    isInferred: true,
    expected: [405, true],
    run: () => {
      const response = UrlFetchApp.fetch(ownAddress(), {
        method: 'put',
        payload: 'a',
        muteHttpExceptions: true,
      });
      return [
        response.getResponseCode(),
        /the file you have requested does not exist/.test(response.getContentText()),
      ];
    },
  },
  {
    id: 'web-app.type-of-a-body-keeps-its-charset',
    isInferred: true,
    expected: 'text/plain; charset=utf-16',
    run: () => {
      const contentType = 'text/plain; charset=utf-16';
      return UrlFetchApp.fetch(ownAddress(), { method: 'post', contentType, payload: 'a' }).getContentText();
    },
  },
]);

function ownAddress(): string {
  const url = ScriptApp.getService().getUrl() as string | null;
  if (!url) throw new NothingToCheck('This script is not deployed as a web app.');
  return url;
}
