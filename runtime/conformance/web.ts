import {
  casesOf,
  errorOf,
  GAS_FAKES,
  INFERRED,
  NothingToCheck,
  PUBLIC_SCRIPTS,
  QUOTAS,
  REFERENCE,
  tableOf,
} from './case';

const TEMPLATES = 'https://developers.google.com/apps-script/guides/html/templates';

/** A value where a template prints it. In scripts: hacknote.jp/archives/10844, where a number came as a text. */
const PRINTED: [html: string, value: string | number, printed: string][] = [
  ['<p><?= value ?></p>', `<b>"'&`, '<p>&lt;b&gt;&#34;&#39;&amp;</p>'],
  ['<p title="<?= value ?>">', `"><script>`, '<p title="&#34;&gt;&lt;script&gt;">'],
  ['<script>var a = <?= value ?>;</script>', 7, "<script>var a = '7';</script>"],
  ['<script>a("<?= value ?>")</script>', `</script>"`, '<script>a("\\x3c\\/script\\x3e\\x22")</script>'],
  [
    "<script>'</p>'; /'/.test(a); f(<?= value ?>)</script>",
    'é\n',
    "<script>'</p>'; /'/.test(a); f('é\\n')</script>",
  ],
  [`<script>\`\${f(<?= value ?>)}\`</script>`, 'a', `<script>\`\${f('a')}\`</script>`],
  ['<b onclick="f(<?= value ?>)">', "it's", '<b onclick="f(&#39;it\\x27s&#39;)">'],
  ['<a href="<?= value ?>">', 'https://a.b/c d?e=ä&f', '<a href="https://a.b/c%20d?e=%C3%A4&amp;f">'],
  ['<a href="/x?q=<?= value ?>">', 'a&b=c d', '<a href="/x?q=a%26b%3Dc%20d">'],
  ['<p style="color: <?= value ?>">', '#fff', '<p style="color: #fff">'],
  ['<title><?= value ?></title><i><?= value ?></i>', '<', '<title>&lt;</title><i>&lt;</i>'],
  ['<!-- a > b --><?!= value ?>', '<hr>', '<!-- a > b --><hr>'],
  ['<? // a comment ?><?= value; 9 ?>', 1, '1'],
  // Java writes a question mark for what cannot be encoded.
  ['<a href="?q=<?= value ?>">', '\ud800', '<a href="?q=%3F">'],
  // A line break right behind a scriptlet is not printed.
  ['a<?= value ?>\nb\n', 1, 'a1b\n'],
];

const documented = casesOf('output', `${REFERENCE}/html/html-output`);
const guided = casesOf('output', TEMPLATES);

/** Web apps and pages. */
export const OUTPUT = [
  casesOf('output', `${REFERENCE}/content/text-output`)(
    'text.has-content-type-and-name',
    ['{}', 'JSON', 'TEXT', 'a.txt'],
    () => {
      const { MimeType } = ContentService;
      const json = ContentService.createTextOutput('{').append('}').setMimeType(MimeType.JSON);
      const text = ContentService.createTextOutput('a').downloadAsFile('a.txt');
      return [json.getContent(), String(json.getMimeType()), String(text.getMimeType()), text.getFileName()];
    },
  ),
  casesOf('output', GAS_FAKES)('text.cleared-has-no-content', [null, 'b', 'c', null], () => {
    const output = ContentService.createTextOutput('a').clear();
    const contents = [
      output.getContent(),
      output.append('b').getContent(),
      output.setContent('c').getContent(),
    ];
    return [...contents, output.getFileName()];
  }),
  documented(
    'html.keeps-what-it-was-given',
    [
      ['<p>a</p>&lt;b&gt;', 'Desk', 'https://example.com/a.png'],
      ['HtmlOutputMetaTag', 'viewport', 'width=device-width'],
    ],
    () => {
      const output = HtmlService.createHtmlOutput('<p>')
        .append('a</p>')
        .appendUntrusted('<b>')
        .setTitle('Desk')
        .setFaviconUrl('https://example.com/a.png')
        .addMetaTag('viewport', 'width=device-width')
        .setXFrameOptionsMode(HtmlService.XFrameOptionsMode.ALLOWALL);
      const tags = output.getMetaTags().flatMap((tag) => [String(tag), tag.getName(), tag.getContent()]);
      return [[output.getContent(), output.getTitle(), output.getFaviconUrl()], tags];
    },
  ),
  documented('html.is-a-blob', '<p>', () =>
    HtmlService.createHtmlOutput('<p>').getAs('text/html').getDataAsString(),
  ),
  documented('html.untrusted-is-escaped-by-its-context', "<script>f('\\x3cp\\x3e'", () =>
    HtmlService.createHtmlOutput('<script>f(').appendUntrusted('<p>').getContent(),
  ),
  casesOf('output', INFERRED)('html.few-meta-tags-are-allowed', 'Exception', () =>
    errorOf(() => HtmlService.createHtmlOutput('').addMetaTag('robots', 'noindex'), 'robots'),
  ),
  casesOf('output', PUBLIC_SCRIPTS)('html.file-that-is-absent-is-named', 'Exception', () =>
    errorOf(() => HtmlService.createTemplateFromFile('../secret'), '../secret'),
  ),
  guided(
    'template.prints-a-value-as-its-place-wants-it',
    tableOf(PRINTED, ([, , printed]) => printed),
    () =>
      tableOf(PRINTED, ([html, value]) => {
        const template = HtmlService.createTemplate(html);
        template.value = value;
        return template.evaluate().getContent();
      }),
  ),
  guided('template.repeats-what-a-loop-holds', '<i>a</i><i>b</i>2', () => {
    const template = HtmlService.createTemplate(
      '<? for (const name of names) { ?><i><?= name ?></i><? } ?><?= names.length ?>',
    );
    template.names = ['a', 'b'];
    return template.evaluate().getContent();
  }),
  casesOf('output', INFERRED)('template.sees-every-variable-of-the-script', '2', () => {
    Object.assign(globalThis, { caseValues: [1, 2] });
    return HtmlService.createTemplate('<?= caseValues.length ?>').evaluate().getContent();
  }),
  guided(
    'template.code-is-as-in-the-guide',
    [
      "(function() { var output = HtmlService.initTemplate(); output._ =  '<p>\\n';",
      "  output._ =  '  '; output._$ =  1 ; output._ =  '</p>';",
      '  /* End of user code */',
      "  return output.$out.append('');",
      '})();',
    ],
    () => HtmlService.createTemplate('<p>\n  <?= 1 ?></p>').getCode().split('\n'),
  ),
  documented('template.of-a-page-follows-it', ['<i><?= 1 ?></i><b>', '<i>1</i><b>'], () => {
    const page = HtmlService.createHtmlOutput('<i><?= 1 ?></i>');
    const template = page.asTemplate();
    page.append('<b>');
    return [template.getRawContent(), template.evaluate().getContent()];
  }),
];

/** A host that cannot exist (RFC 2606), so that nothing is sent to anybody. */
const NOWHERE = 'https://sheetdesk.invalid';

/** Options that are refused, by the attribute that the message names. */
const INVALID: [attribute: string, options: object][] = [
  ['method', { method: 'fetch' }],
  ['headers', { headers: 'a' }],
  ['Header:Host', { headers: { Host: 'a' } }],
  ['Header:null', { headers: { a: null } }],
  ['muteHttpExceptions', { muteHttpExceptions: 'yes' }],
  ['followRedirects', { followRedirects: 0 }],
  ['contentType', { contentType: 1 }],
];

const fetching = (source: string) => casesOf('url-fetch', source, 'script.external_request');

export const URL_FETCH = [
  fetching(QUOTAS)('url.2083-characters-are-refused', 'Exception', () =>
    errorOf(() => UrlFetchApp.fetch(`${NOWHERE}/`.padEnd(2_083, 'a'))),
  ),
  fetching('measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/94-fetch-all.md')(
    'host.unknown-is-named-in-the-error',
    ['Exception', 'Exception'],
    () => [
      errorOf(() => UrlFetchApp.fetch(`${NOWHERE}/`, { muteHttpExceptions: true }), NOWHERE),
      errorOf(() => UrlFetchApp.fetchAll([`${NOWHERE}/`]), NOWHERE),
    ],
  ),
  fetching(PUBLIC_SCRIPTS)(
    'options.odd-ones-are-named',
    tableOf([...INVALID, ['url', {}]], () => 'Exception'),
    () => ({
      ...tableOf(INVALID, ([name, options]) => errorOf(() => UrlFetchApp.getRequest(NOWHERE, options), name)),
      url: errorOf(() => UrlFetchApp.getRequest(''), 'url'),
    }),
  ),
  fetching(GAS_FAKES)(
    'request.is-what-would-be-sent',
    [
      { method: 'get', headers: {} },
      { method: 'post', headers: { a: 'b' }, contentType: 'application/json', payload: '{}' },
      { method: 'post', headers: {}, contentType: 'application/x-www-form-urlencoded' },
    ],
    () =>
      [
        {},
        { method: 'POST' as 'post', contentType: 'application/json', payload: '{}', headers: { a: 'b' } },
        { method: 'post' as const },
      ].map((options) => ({ ...UrlFetchApp.getRequest(`${NOWHERE}/`, options), url: undefined })),
  ),
];

const served = casesOf('web-app', INFERRED, 'script.external_request');

/** Cases of a web app's answers, tried on this script if it is deployed as one. */
export const WEB_APP = [
  served('other-methods-do-not-reach-it', 405, () =>
    UrlFetchApp.fetch(ownAddress(), {
      method: 'put',
      payload: 'a',
      muteHttpExceptions: true,
    }).getResponseCode(),
  ),
  served('type-of-a-body-keeps-its-charset', 'text/plain; charset=utf-16', () => {
    const contentType = 'text/plain; charset=utf-16';
    return UrlFetchApp.fetch(ownAddress(), { method: 'post', contentType, payload: 'a' }).getContentText();
  }),
];

/** Google may tell the address of the editor's own deployment, which asks for a login. */
export function ownAddress(): string {
  const url = ScriptApp.getService().getUrl() as string | null;
  if (!url?.endsWith('/exec')) throw new NothingToCheck('This script is not deployed as a web app.');
  return url;
}
