import { type Realm, startRealm } from './harness/realm';

// Sources: platform facts 1.2, 2.4 and 2.5; developers.google.com/apps-script/reference/html and .../content
describe('outputs', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm({ pages: { 'page.html': '<h1>Tools</h1>' } });
  });
  afterAll(() => realm.close());

  const returned = async (snippet: () => unknown) => {
    const { returned: value, error } = await realm.execute(snippet);
    if (error) throw new Error(error.message);
    return value;
  };

  test('a text output leaves with its content and MIME type', async () => {
    const output = await returned(() =>
      ContentService.createTextOutput('{').append('}').setMimeType(ContentService.MimeType.JSON),
    );
    expect(output).toEqual({ kind: 'text', content: '{}', mimeType: 'application/json' });
  });

  test('a text output is plain text unless said, and may be a download', async () => {
    const output = await returned(() => ContentService.createTextOutput('a').downloadAsFile('a.txt'));
    expect(output).toEqual({ kind: 'text', content: 'a', mimeType: 'text/plain', downloadAs: 'a.txt' });
    expect(await returned(() => ContentService.createTextOutput('a').clear())).toMatchObject({ content: '' });
  });

  test('an HTML output leaves with title, icon, meta tags and frame options', async () => {
    const output = await returned(() =>
      HtmlService.createHtmlOutput('<p>')
        .append('a</p>')
        .appendUntrusted('<b>')
        .setTitle('Tools')
        .setFaviconUrl('https://example.com/a.png')
        .addMetaTag('viewport', 'width=device-width')
        .setXFrameOptionsMode(HtmlService.XFrameOptionsMode.ALLOWALL),
    );
    expect(output).toEqual({
      kind: 'html',
      content: '<p>a</p>&lt;b&gt;',
      title: 'Tools',
      faviconUrl: 'https://example.com/a.png',
      metaTags: { viewport: 'width=device-width' },
      xFrameOptions: 'ALLOWALL',
    });
  });

  test('files come from the script, named without .html', async () => {
    const include = () => HtmlService.createHtmlOutputFromFile('page').getContent();
    expect(await realm.run(include)).toBe('<h1>Tools</h1>');
  });
});
